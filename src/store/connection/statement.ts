export { type Row, Statement } from './sql.ts'
