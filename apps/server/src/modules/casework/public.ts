export { findPage } from './solicitudes/find-page.ts'
export { handOver } from './solicitudes/hand-over.ts'
export { inScope, scopeOf, tallyScope, type ListScope } from './solicitudes/list-scope.ts'
export { countOpenCases } from './solicitudes/open-cases.ts'
