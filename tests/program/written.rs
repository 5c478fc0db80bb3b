//! How the command line writes definitions: whole, in place, and only what has changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn weakfish(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weakfish"));
    command.args(arguments).current_dir(folder);
    command
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_are_replaced_and_nothing_is_left_beside_them() {
    let folder = folder("replaced");
    let definition = folder.join("own.variant");
    let loose = "game \"Own\"   extends fide\nyear : 2000\n";
    fs::write(&definition, loose).unwrap();
    let mut permissions = fs::metadata(&definition).unwrap().permissions();
    let modified = || fs::metadata(&definition).unwrap().modified().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        permissions.set_mode(0o640);
        std::os::unix::fs::symlink("own.variant", folder.join("link.variant")).unwrap();
    }
    fs::set_permissions(&definition, permissions).unwrap();
    let permissions = fs::metadata(&definition).unwrap().permissions();
    let target = if cfg!(unix) { "link.variant" } else { "own.variant" };
    assert!(weakfish(&folder, &["fmt", "--check", target]).output().unwrap().status.code() == Some(1));
    assert!(weakfish(&folder, &["fmt", "--diff", target]).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&definition).unwrap(), loose);
    assert!(weakfish(&folder, &["fmt", target]).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&definition).unwrap(), "game \"Own\" extends fide\nyear: 2000\n");
    assert_eq!(fs::metadata(&definition).unwrap().permissions(), permissions);
    assert!(!cfg!(unix) || folder.join(target).is_symlink());
    // What is canonical is not touched.
    let before = modified();
    let output = weakfish(&folder, &["fmt", "."]).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert_eq!(modified(), before);
    assert!(weakfish(&folder, &["test", "--accept", "own.variant"]).output().unwrap().status.success());
    assert!(weakfish(&folder, &["test", "own.variant"]).output().unwrap().status.success());
    let expected: &[&str] =
        if cfg!(unix) { &["link.variant", "own.moves", "own.variant"] } else { &["own.moves", "own.variant"] };
    assert_eq!(names(&folder), expected);
}

/// Standard input stays where it is: its formatted text is data.
#[test]
fn standard_input_is_formatted_to_standard_output() {
    let folder = folder("formatted-input");
    let mut child = weakfish(&folder, &["fmt", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"game  \"A\"\r\nyear:2000").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout, b"game \"A\"\r\nyear: 2000\r\n");
    assert!(names(&folder).is_empty());
}
