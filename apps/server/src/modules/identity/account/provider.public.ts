export { voidLinks } from './links.queries.ts'
export { tellLinked } from './tell-linked.ts'
