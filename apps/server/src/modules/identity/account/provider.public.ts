export { voidLinks } from './links.queries.ts'
export { notifyProviderLinked } from './tell-linked.ts'
