// The board: it shows a position and tells which moves its user makes. It knows nothing of the page or of the library.

export { Board } from './board';
export { Figures } from './figures';
export type { BoardEvents, BoardProps, Pointer } from './props';
export { Layout, shapeOf, type Shape } from './squares';
