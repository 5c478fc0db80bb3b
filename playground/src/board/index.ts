import type { Part } from '../page';

export const mountBoard: Part = () => {};
