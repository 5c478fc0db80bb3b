import type { Part } from '../page';

export const mountTests: Part = () => {};
