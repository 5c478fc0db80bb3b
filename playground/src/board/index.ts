// Board component: shows a position and reports the user's moves. Independent of the page and of the library.

export { Board } from './board';
export { spoken } from './choice';
export { Figures } from './figures';
export type { BoardEvents, BoardProps, Coordinates, MoveInput, Note, Pointer } from './props';
export { Layout, shapeOf, type Shape } from './squares';
