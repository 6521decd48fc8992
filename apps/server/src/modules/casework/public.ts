export { findPage } from './solicitudes/find-page.ts'
export { purgeCases, recycleByRule } from './solicitudes/recycle-case.ts'
export { handOver, countOpenCases } from './solicitudes/hand-over.ts'
export { inScope, scopeOf, tallyScope, type ListScope } from './solicitudes/list-filter.ts'
