// All migrations. The program runs them in the order of their names.
export { baseline } from './0041-baseline.ts'
