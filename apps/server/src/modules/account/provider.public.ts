export { tellLinked } from './tell-linked.ts'
