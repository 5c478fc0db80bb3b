//! Writes the JavaScript and the declarations around the compiled package: `glue PACKAGE.wasm FOLDER NAME`.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [package, folder, name] = arguments.as_slice() else {
        eprintln!("usage: glue PACKAGE.wasm FOLDER NAME");
        std::process::exit(2);
    };
    if let Err(error) = write(Path::new(package), Path::new(folder), name) {
        eprintln!("error: {error:#}");
        std::process::exit(1);
    }
}

fn write(package: &Path, folder: &Path, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(package).out_name(name).typescript(true);
    // The caller passes the place of the compiled package: bundlers need not find it.
    bindgen.web(true)?.omit_default_module_path(true);
    bindgen.remove_name_section(std::env::var_os("KEEP_NAMES").is_none()).remove_producers_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
