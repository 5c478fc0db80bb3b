//! Characters of men on tiles, as outlines: no font is needed to show them.

use crate::geometry::Side;
use crate::model::Tile;

/// A line for each character: the tile, the name of the man, the side, the character, and its outline, separated by tabs.
const CHARACTERS: &str = include_str!("../../defs/figures/characters.txt");

/// The outline of a man's character in a square of 360x360: the data of a path.
pub(super) fn outline(tile: Tile, man: &str, side: Side) -> Option<&'static str> {
    let (tile, side) = (tile.to_string(), if side == Side::White { "white" } else { "black" });
    CHARACTERS.lines().find_map(|line| {
        let mut parts = line.split('\t');
        let is_meant = parts.next()? == tile && parts.next()? == man && [side, "both"].contains(&parts.next()?);
        parts.nth(1).filter(|_| is_meant)
    })
}
