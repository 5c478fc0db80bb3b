import type { Part } from '../page';

export const mountEditor: Part = () => {};
