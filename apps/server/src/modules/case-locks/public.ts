export {
  lockCase,
  lockSolicitud,
  requireAllowed,
  touchCase,
  type CaseRow,
  type LockedSolicitud,
} from './lock-solicitud.ts'
