import type { Part } from '../page';

export const mountPlay: Part = () => {};

export const mountAnalyse: Part = () => {};
