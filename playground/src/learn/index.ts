import type { Part } from '../page';

export const mountLearn: Part = () => {};
