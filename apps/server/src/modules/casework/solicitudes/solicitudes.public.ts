// Nothing here may lead to the documents' module, which builds upon it.
export {
  lockCase,
  lockSolicitud,
  requireAllowed,
  touchCase,
  type LockedSolicitud,
} from '../../case-locks/lock-solicitud.ts'
export { inScope, scopeOf, tallyScope, type ListScope } from './list-scope.ts'
export { findPage } from './find-page.ts'
