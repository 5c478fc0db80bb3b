import type { Part } from '../page';

export const mountArrange: Part = () => {};
