//! Pictures: boards and the moves of men as SVG.
//!
//! * [`position()`] and [`setup()`] draw a board with its men.
//! * [`man()`] draws the moves of a man, a diagram for every facing.
//! * [`drawings`] are those of the men alone, and [`STYLE`] is the style of all pictures, for pages with boards of their own.
//!
//! Men with established names and movements have drawings, others a letter in a disc. An arrow at the edge of its
//! square shows the way a man faces, and a badge with a cross that it is in capturing mode. Colour is never the only sign. A picture has no scripts, no parts from elsewhere and only the reader's fonts, and describes
//! itself in words. The same position gives the same text, with one element a line.

mod board;
mod characters;
mod diagram;
mod men;
mod shapes;
mod svg;

pub use board::{Annotations, position, setup};
pub(crate) use board::{draw_position, draw_setup};
pub(crate) use diagram::{Diagram, Legend};
pub use diagram::{Facings, View, man, man_at_start, views};
pub use men::{Drawing, drawings, figure_names, side_colour, wall};
pub(crate) use men::{ManFigures, figure, symbols};
pub(crate) use shapes::{FigureError, clean_figure};
pub use svg::{STYLE, escaped};
