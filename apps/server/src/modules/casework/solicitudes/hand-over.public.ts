export { handOver } from './hand-over.ts'
export { countOpenCases, type Afterwards } from './open-cases.ts'
