import { buildPath, type Endpoint } from '@foja/contracts/endpoint'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { formOf, mainOf, pdfFile, type TestFile } from '../office.ts'
import type { Subject, Target } from './targets.ts'

/** A valid request of an endpoint, regardless of who sends it. */
export type Example = {
  /** Kind of object whose id is in the path or body; absent: the caller, a list, or something new. */
  about?: Subject
  query?: string | ((target: Target) => string)
  body?: (target: Target) => object
  data?: () => object
  files?: () => TestFile[]
}

const ofDocument = (more: object = {}): Example => ({
  about: 'document',
  body: ({ document }) => ({ id_documento: document, ...more }),
})
const ofSolicitud = (more: object = {}): Example => ({
  about: 'solicitud',
  body: ({ solicitud }) => ({ id_solicitud: solicitud, ...more }),
})
const ofTemplate = (more: object = {}): Example => ({
  about: 'template',
  body: ({ template }) => ({ id: template, ...more }),
})
const about = (subject: Subject, body?: object): Example => ({
  about: subject,
  ...(body === undefined ? {} : { body: () => body }),
})
const sends = (body: () => object): Example => ({ body })
const files = (): TestFile[] => [pdfFile('x.pdf', makePdf())]
/** The root of Ecuador's central bank. */
const shippedRoot = '11c7c59be9d21d216f0e8151378d53d03b314060559adc49da161ec4f7829bec'
const notMine = 'no es esta contraseña'
/** A registration in the right shape that no authenticator made. */
const unknownPasskey = {
  id: 'A'.repeat(22),
  rawId: 'A'.repeat(22),
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
}
const strong = 'tucán paralelo bisagra 47'

const casework: Record<string, Example> = {
  createSolicitudMain: { files, data: () => mainOf(1) },
  listSolicitudMain: {},
  detailsSolicitud: about('solicitud'),
  updateSolicitud: ofSolicitud({ version: 1 }),
  sendSolicitud: ofSolicitud(),
  returnPendiente: ofSolicitud({ motivo: 'Falta un dato' }),
  deleteSolicitud: { about: 'solicitud', body: ({ main }) => ({ id_solicitud_main: main, motivo: 'Se repitió' }) },
  restoreSolicitud: { about: 'solicitud', body: ({ main }) => ({ id_solicitud_main: main }) },
  listDeletedSolicitudes: {},
  bulkSolicitudes: { body: ({ solicitud }) => ({ action: 'conclude', ids_solicitud: [solicitud] }) },
  changeStatusMediation: about('document', { status: 'en_proceso' }),
  recordMediation: {
    about: 'document',
    body: ({ document }) => ({
      documents: [{ id_documento: document, from: 'sin_iniciar' }],
      status: 'acuerdo_total',
    }),
  },
  agenda: { query: 'desde=2026-11-01T00:00:00.000Z&hasta=2026-12-01T00:00:00.000Z' },
  solicitudCalendar: about('solicitud'),
  exportSolicitudes: {},
  metrics: {},
  summary: {},
}

const documents: Record<string, Example> = {
  detailsDocument: about('document'),
  pdfToImage: { about: 'document', body: ({ pdfPath }) => ({ pdf_path: pdfPath }) },
  uploadDocument: { files },
  unlockPdf: { files },
  downloadDocument: about('document'),
  downloadZip: { about: 'solicitud', body: ({ solicitud }) => ({ ids_solicitud: [solicitud] }) },
  pageImage: {},
  pageText: {},
  fileLink: {},
  deleteDocument: ofDocument(),
  listDeleted: {},
  restoreDocument: ofDocument(),
  looseDocuments: {},
  searchDocument: { about: 'document', query: 'q=foja' },
  history: about('document'),
}

const templates: Record<string, Example> = {
  listTemplate: {},
  detailsTemplate: about('template'),
  saveTemplate: {
    about: 'template',
    body: ({ template, base, words }) => ({
      id: template,
      version: 1,
      name: `Acta ${words.template}`,
      pdf_path: base,
      fields: [],
    }),
  },
  renameTemplate: { about: 'template', query: ({ words }) => `q=Acta ${words.template}` },
  deleteTemplate: about('template'),
  restoreTemplate: ofTemplate(),
  exportTemplate: about('template'),
  importTemplate: { files },
  templatePdfToImage: about('template'),
  detectFields: { about: 'template', body: ({ base }) => ({ pdf_path: base }) },
  previewPdfTemplate: ofTemplate({ data: {} }),
  templateDataPdfToImage: about('template', { data: {} }),
  templateValues: about('template'),
  fillTemplate: ofTemplate({ data: {} }),
  startFillBatch: { about: 'template', body: ({ template }) => ({ id: template, key: randomUUID(), rows: [{}] }) },
  detailsFillBatch: about('batch'),
  cancelFillBatch: about('batch'),
  fillBatchZip: about('batch'),
}

const signatures: Record<string, Example> = {
  uploadSigner: { files, data: () => ({ password: 'x' }) },
  doHaveDigitalSignature: {},
  removeSignature: {},
  signatureImage: {},
  removeSignatureImage: {},
  customPdfSigning: ofDocument({ password: 'x' }),
  prepareSigning: ofDocument({ certificate: 'MAA=', chain: [] }),
  completeSigning: sends(() => ({ id_preparacion: randomUUID(), signature: 'MAA=' })),
  extendSignatures: ofDocument({ level: 'B-LT' }),
  preflightSigning: { about: 'document', body: ({ document }) => ({ ids_documento: [document] }) },
  getSigningSettings: {},
  changeSigningSettings: sends(() => ({
    level: 'B-B',
    hash: 'sha256',
    appearance: 'qr',
    repeat: 'once',
    tsa_url: null,
    tsa_username: null,
    tsa_policy: null,
  })),
  testTimestamp: {},
  getOfficeSeal: {},
  uploadOfficeSeal: { files, data: () => ({ password: 'x' }) },
  removeOfficeSeal: {},
  verifyDocument: ofDocument(),
  verifyFile: { files },
  verifyPage: {},
  verifyPageText: {},
  verifyCode: { query: 'codigo=7KQ2-M9XD-4TNA-P83F' },
  evidenceReport: about('document'),
  listTrustAnchors: {},
  uploadTrustAnchor: { files, data: () => ({ preview: true }) },
  removeTrustAnchor: about('anchor'),
  trustIssuer: ofDocument({ fingerprint: 'a'.repeat(64) }),
  listAuthorityCountries: {},
  listAuthorities: { query: 'pais=EC' },
  setAuthority: sends(() => ({ fingerprint: shippedRoot, on: true })),
  setAuthorityCountry: sends(() => ({ pais: 'EC', on: true })),
}

const asksAna = () => ({ recipients: [{ nombre: 'Ana', email: 'ana@cliente.example', rol: 'firma' }], send: false })
const ofPedido = (more: object = {}): Example => ({ about: 'pedido', body: ({ pedido }) => ({ id: pedido, ...more }) })
const ofRecipient = (more: object = {}): Example => ({
  about: 'recipient',
  body: ({ recipient }) => ({ id_recipient: recipient, ...more }),
})
const certificate = { certificate: 'MAA=', chain: [] }
const asksForId = {
  recipients: [{ nombre: 'Ana', email: 'ana@cliente.example' }],
  requirements: [{ nombre: 'Cédula' }],
}

const requests: Record<string, Example> = {
  createSigningRequest: {
    about: 'document',
    body: ({ document }) => ({ documents: [{ id_documento: document }], ...asksAna() }),
  },
  requestFromTemplate: ofTemplate({ data: {}, ...asksAna() }),
  listSigningRequests: {},
  detailsSigningRequest: about('pedido'),
  sendSigningRequest: ofPedido(),
  deleteSigningRequest: about('pedido'),
  recipientLink: ofRecipient(),
  remindRecipient: ofRecipient(),
  updateRecipient: ofRecipient({ telefono: '099 123 4567' }),
  cancelSigningRequest: ofPedido({ motivo: 'Ya no hace falta' }),
  recipientRequest: {},
  recipientCode: sends(() => ({})),
  recipientFill: sends(() => ({ data: { nombre: 'Ana' } })),
  recipientPrepare: sends(() => ({ id_documento: randomUUID(), ...certificate })),
  recipientComplete: sends(() => ({ id_preparacion: randomUUID(), signature: 'MAA=' })),
  recipientSignSimple: sends(() => ({ text: 'Ana', consent: true, language: 'es' })),
  recipientApprove: {},
  recipientDecline: sends(() => ({ motivo: 'No estoy de acuerdo' })),
  recipientDelegate: sends(() => ({ nombre: 'Beto', email: 'beto@cliente.example' })),
  createDocumentRequest: {
    about: 'solicitud',
    // Its term is over, or it would keep the case file from being deleted.
    body: ({ solicitud }) => ({ id_solicitud: solicitud, ...asksForId, expires_at: '2026-01-01T00:00:00.000Z' }),
  },
  listDocumentRequests: {},
  detailsDocumentRequest: about('entrega'),
  requestChecklist: about('solicitud'),
  deliveredPages: about('delivered'),
  reviewRequirement: {
    about: 'requirement',
    body: ({ requirement }) => ({ id_requirement: requirement, status: 'observado', motivo: 'No se lee' }),
  },
  cancelDocumentRequest: {
    about: 'entrega',
    body: ({ entrega }) => ({ id: entrega, motivo: 'Ya no hace falta' }),
  },
  recipientDeliver: { files, data: () => ({ id_requirement: randomUUID() }) },
  recipientWithdraw: {},
  recipientReceipt: {},
  conveneParties: ofSolicitud(),
  detailsConvocation: about('solicitud'),
  recipientAnswer: sends(() => ({ answer: 'confirma' })),
}

const sharing: Record<string, Example> = {
  createShareDocument: ofDocument(),
  getDocumentShare: { query: `share=${'A'.repeat(43)}` },
  listShare: about('document'),
  removeShare: about('share'),
  shareViews: about('share'),
  userShared: about('document'),
  updateUserShared: about('document', { users: [] }),
  sendDocumentByEmail: ofDocument({ to: ['ana@cliente.example'], as: 'link' }),
  listEmail: about('document'),
  outbox: {},
  detailsEmail: about('email'),
  retryEmail: about('email', {}),
  cancelEmail: about('email', {}),
  releaseOutbox: {},
  mailState: {},
  getMailSettings: {},
  changeMailSettings: sends(() => ({
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: null,
    from_name: '',
    from_address: 'foja@oficina.ec',
  })),
  removeMailSettings: {},
  testMail: {},
  systemStatus: {},
  checkService: sends(() => ({ service: 'disk' })),
  makeBackup: {},
  failedJobs: {},
  retryJob: {},
  discardJob: {},
}

const office: Record<string, Example> = {
  detailsUsers: {},
  listPeople: {},
  search: { query: 'q=foja' },
  listNotifications: {},
  readNotifications: sends(() => ({ until: '0' })),
  live: {},
  getSetup: {},
  getSampleOffice: {},
  removeSampleOffice: {},
  completeSetup: sends(() => ({
    company: { nombre: 'Otra más' },
    admin: { nombre: 'Intrusa', email: 'intrusa@foja.example', password: strong },
  })),
  listCompanies: {},
  createCompany: sends(() => ({ nombre: `Empresa ${randomUUID()}` })),
  updateCompany: about('company', { telefono: '02 123 4567' }),
  removeCompany: about('company'),
  companyLogo: about('company'),
  uploadCompanyLogo: { about: 'company', files },
  removeCompanyLogo: about('company'),
  listUsers: {},
  createUser: sends(() => ({
    email: `${randomUUID()}@foja.example`,
    nombre: 'Nueva Persona',
    role: 'usuario',
    password: strong,
  })),
  updateUser: about('person', { cargo: 'Notaria' }),
  removeUser: about('person'),
  inviteUser: about('person', {}),
  changePasswordView: about('person', { password: strong, current_password: notMine }),
  importUsers: sends(() => ({
    preview: true,
    rows: [{ email: `${randomUUID()}@foja.example`, nombre: 'Nueva', role: 'usuario' }],
  })),
}

const account: Record<string, Example> = {
  updateProfile: sends(() => ({ cargo: 'Asesora' })),
  changePassword: sends(() => ({ current_password: notMine, new_password: strong })),
  forgotPassword: sends(() => ({ email: 'nadie@foja.example' })),
  checkLink: sends(() => ({ token: 'A'.repeat(43) })),
  setPassword: sends(() => ({ token: 'A'.repeat(43), password: strong })),
  securityState: {},
  beginTotp: sends(() => ({ current_password: notMine })),
  confirmTotp: sends(() => ({ code: '000000' })),
  renewRecoveryCodes: sends(() => ({ current_password: notMine, code: '000000' })),
  removeTotp: sends(() => ({ current_password: notMine, code: '000000' })),
  challengePasskey: sends(() => ({})),
  beginPasskey: sends(() => ({ current_password: notMine })),
  confirmPasskey: sends(() => ({ nombre: 'Mi llave', passkey: unknownPasskey })),
  renamePasskey: about('passkey', { nombre: 'Mi llave' }),
  removePasskey: about('passkey', { current_password: notMine }),
  listSessions: {},
  endSession: about('session'),
  endOtherSessions: sends(() => ({})),
  listApiKeys: {},
  createApiKey: sends(() => ({
    nombre: 'Programa',
    scopes: ['cases:read'],
    expires_at: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    current_password: notMine,
  })),
  revokeApiKey: about('apiKey'),
  listWebhooks: {},
  createWebhook: sends(() => ({ url: 'https://programa.example/foja', events: ['document.signed'] })),
  updateWebhook: about('webhook', { events: ['document.signed'] }),
  deleteWebhook: about('webhook'),
  rotateWebhookSecret: about('webhook', {}),
  listWebhookDeliveries: about('webhook'),
  replayWebhookDelivery: about('message', {}),
  testWebhook: about('webhook', {}),
  readProvisioning: {},
  changeProvisioning: sends(() => ({ group_roles: [{ group: 'mediadores', role: 'mediador' }] })),
}

const unknownPerson = 'nadie@nada.example'
const privacy: Record<string, Example> = {
  readPersonalData: { query: `persona=${unknownPerson}` },
  exportPersonalData: { query: `persona=${unknownPerson}` },
  exportOwnData: {},
  erasePersonalData: sends(() => ({ persona: unknownPerson, motivo: 'Lo pidió' })),
  readRetention: {},
  changeRetention: sends(() => ({ rules: [], vista_previa: true })),
  readCaseHold: about('solicitud'),
  holdCase: ofSolicitud({ retener: false }),
}

/** A valid request of every endpoint; an endpoint without one fails the matrix. */
export const examples: Record<string, Example> = {
  ...casework,
  ...documents,
  ...templates,
  ...signatures,
  ...requests,
  ...sharing,
  ...privacy,
  ...office,
  ...account,
}

/** The query of the example of `endpoint` about `target`. */
export function queryOf({ name }: Endpoint, target: Target): string {
  const { query = '' } = examples[name]!
  return typeof query === 'string' ? query : query(target)
}

export type WireRequest = { path: string; init: RequestInit }

/** The example of `endpoint` about `target`; `id` replaces the id in the path. */
export function requestOf(endpoint: Endpoint, target: Target, id?: string): WireRequest {
  const example = examples[endpoint.name]
  if (example === undefined) throw new Error(`${endpoint.name} has no example`)
  const named = example.about === undefined ? randomUUID() : target[example.about]
  const params = { id: id ?? named, id_solicitud: id ?? named, token: 'A'.repeat(43), handle: 'A'.repeat(43), page: 1 }
  const asked = queryOf(endpoint, target)
  const query = asked === '' ? '' : `?${asked}`
  const init: RequestInit = { method: endpoint.method }
  if (endpoint.multipart !== undefined) {
    init.body = formOf(example.files?.() ?? files(), example.data?.())
  } else if (example.body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(example.body(target))
  }
  return { path: buildPath(endpoint.path, params) + query, init }
}
