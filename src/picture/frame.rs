//! The frame of all pictures: size, style, title.

use super::svg::{Svg, escaped};

/// The style of all pictures, a sheet of CSS: what is in an element of the class `weakfish` has its colours.
pub const STYLE: &str = include_str!("style.css");

/// Whether a picture stands alone or in a page that has the style and the drawings of the men already.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'a> {
    /// The name of the picture in its page.
    id: &'a str,
    alone: bool,
}

impl<'a> Frame<'a> {
    pub(crate) const fn alone() -> Self {
        Self { id: "picture", alone: true }
    }

    /// In a page where no other picture has this name.
    pub(crate) const fn within_page(id: &'a str) -> Self {
        Self { id, alone: false }
    }

    /// Whether the picture needs the drawings of its men.
    pub(super) const fn has_symbols(&self) -> bool {
        self.alone
    }

    /// Opens the picture: its size, its title, and for those who don't see it what it shows.
    pub(super) fn open(&self, svg: &mut Svg, (width, height): (i32, i32), title: &str, shows: &str) {
        let id = self.id;
        let space = if self.alone { r#"xmlns="http://www.w3.org/2000/svg" "# } else { "" };
        svg.open(format_args!(
            r#"<svg {space}class="weakfish" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="{id}-title" aria-describedby="{id}-desc">"#
        ));
        svg.line(format_args!(r#"<title id="{id}-title">{}</title>"#, escaped(title)));
        svg.line(format_args!(r#"<desc id="{id}-desc">{}</desc>"#, escaped(shows)));
        if self.alone {
            svg.open("<style>");
            STYLE.lines().for_each(|line| svg.line(line));
            svg.close("style");
        }
    }
}
