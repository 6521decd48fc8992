import { paths } from '../../lib/router/paths.ts'
import type { HelpTopic } from './topics.ts'

/** The page of each topic. */
export const pageOf: Record<HelpTopic, string> = {
  signPdf: paths.sign(),
  storeKey: paths.signer(),
  signMany: paths.batch(),
  keyFails: paths.signer(),
  verify: paths.verify(),
  toConfirm: paths.verify(),
  loose: paths.looseDocuments(),
  profile: paths.profile(),
  newCase: paths.newSolicitud(),
  send: paths.solicitudes(),
  convene: paths.agenda(),
  result: paths.solicitudes(),
  askSigners: paths.signingRequests(),
  askDocuments: paths.askForDocuments(),
  goBack: paths.solicitudes(),
  agenda: paths.agenda(),
  share: paths.solicitudes(),
  find: paths.solicitudes(),
  templates: paths.templates(),
  fillMany: paths.templates(),
  users: paths.users(),
  company: paths.companies(),
  signingSettings: paths.signingSettings(),
  bin: paths.recycleBin(),
  companies: paths.companies(),
  authorities: paths.trustAnchors(),
  mail: paths.outbox(),
  importUsers: paths.importUsers(),
  forgotten: paths.users(),
  outbox: paths.outbox(),
  status: paths.status(),
}

/** The only pages among them that need no session. */
export const publicPages: readonly string[] = [paths.verify()]
