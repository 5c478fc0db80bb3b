//! Pictures of `weakfish draw` as PNG: their sizes, and their colours at chosen points.

use std::fs;
use std::path::Path;
use std::process::Command;

use resvg::tiny_skia::Pixmap;

/// Colours as red, green and blue.
type Rgb = [u8; 3];

const LIGHT: Rgb = [240, 223, 192];
const DARK: Rgb = [185, 142, 97];
const PLAIN: Rgb = [227, 197, 150];
const WHITE_MAN: Rgb = [255, 253, 247];
const BLACK_MAN: Rgb = [43, 40, 43];
const TILE: Rgb = [244, 216, 160];
const RED: Rgb = [179, 38, 30];
const PAGE: Rgb = [255, 255, 255];

/// Draws a picture as a PNG, which it removes again.
fn draw(name: &str, arguments: &[&str]) -> Pixmap {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.png", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    let output = command.arg("draw").args(arguments).arg("-o").arg(&path).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    Pixmap::decode_png(&bytes).unwrap()
}

fn colour(picture: &Pixmap, (x, y): (u32, u32)) -> Rgb {
    let pixel = picture.pixel(x, y).unwrap();
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The number of pixels of a colour in an area.
fn count(picture: &Pixmap, (left, top): (u32, u32), (right, bottom): (u32, u32), wanted: Rgb) -> usize {
    let points = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    points.filter(|&point| colour(picture, point) == wanted).count()
}

#[test]
fn squares_men_and_coordinates() {
    let board = draw("board", &["fide", "--width", "256"]);
    assert_eq!((board.width(), board.height()), (256, 256));
    // A square has 32 pixels. The corners of a4 and b4, and the bodies of the Kings.
    assert_eq!([(24, 136), (40, 136)].map(|point| colour(&board, point)), [LIGHT, DARK]);
    assert_eq!([(139, 242), (139, 18)].map(|point| colour(&board, point)), [WHITE_MAN, BLACK_MAN]);
    // The number 4 in its corner of a4.
    let written = 10 * 10 - count(&board, (0, 128), (10, 138), LIGHT);
    assert!((8..60).contains(&written), "{written} pixels of a number");
    // Another theme has other squares; twice the size of an SVG is the default.
    let dark = draw("dark", &["dobutsu-shogi", "--dark"]);
    assert_eq!((dark.width(), dark.height()), (2 * (3 * 64 + 22), 2 * (4 * 64 + 22)));
    assert_eq!(colour(&dark, (60, 140)), [146, 123, 86]);
}

#[test]
fn lines_tiles_and_characters() {
    let arguments = ["xiangqi", "--characters", "--width", "299"];
    let board = draw("characters", &arguments);
    // Half the size of an SVG: points are 32 pixels apart, from (27, 16).
    assert_eq!((board.width(), board.height()), (299, 331));
    assert_eq!(colour(&board, (27 + 16, 16 + 4 * 32 + 16)), PLAIN);
    let tile_of = |rank: u32| ((27 - 16, 320 - 32 * rank), (27 + 16, 352 - 32 * rank));
    let (red, black) = (tile_of(1), tile_of(10));
    assert!(count(&board, red.0, red.1, TILE) > 100 && count(&board, red.0, red.1, RED) > 20);
    assert!(count(&board, black.0, black.1, TILE) > 100 && count(&board, black.0, black.1, RED) == 0);
    // No line crosses the river on the second file, and one does on the first.
    let middle_of_river = 16 + 4 * 32 + 16;
    assert_eq!(colour(&board, (27 + 32, middle_of_river)), PLAIN);
    assert_ne!(colour(&board, (27, middle_of_river)), PLAIN);
    assert_eq!(board, draw("again", &arguments));
}

#[test]
fn diagrams_with_captions_and_letters() {
    let sheet = draw("sheet", &["weakest", "pawn", "--width", "536"]);
    assert_eq!((sheet.width(), sheet.height()), (536, 330));
    assert_eq!(colour(&sheet, (4, 4)), PAGE);
    // The heading, and the first caption.
    for (from, to) in [((14, 14), (112, 28)), ((14, 36), (56, 48))] {
        let blank = count(&sheet, from, to, PAGE);
        let all = ((to.0 - from.0) * (to.1 - from.1)) as usize;
        assert!(blank < all * 9 / 10 && blank > all / 4, "{blank} of {all}");
    }
}
