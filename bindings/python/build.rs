//! Build script that lets the extension take its symbols from the Python that loads it, which linkers of macOS must be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
