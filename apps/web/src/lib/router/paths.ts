const segment = encodeURIComponent

/** Every address of the web app. Nothing else builds one. */
export const paths = {
  home: () => '/' as const,
  setup: () => '/bienvenida' as const,
  signIn: (back?: string) => withBack('/ingresar', back),
  /** Sign-in with a notice that the new password was saved. */
  signInWithNewPassword: () => '/ingresar?aviso=clave' as const,
  forgotPassword: () => '/olvide' as const,
  refresh: (back?: string) => withBack('/refresh', back),
  solicitudes: () => '/solicitudes' as const,
  newSolicitud: () => '/solicitudes/nueva' as const,
  solicitud: (id: string) => `/solicitudes/${segment(id)}`,
  document: (id: string) => `/documentos/${segment(id)}`,
  sharedDocument: (share: string) => `/compartido?share=${segment(share)}`,
  verify: (code?: string) => (code === undefined ? '/verificar' : `/verificar?codigo=${segment(code)}`),
  /** `ids`: document ids separated by commas. */
  sign: (ids?: string) => (ids === undefined ? '/firmar' : `/firmar?ids=${segment(ids)}`),
  /** Documents outside every case file. */
  looseDocuments: () => '/documentos' as const,
  signer: () => '/firma' as const,
  /** `ids`: document ids separated by commas. */
  batch: (ids?: string) => (ids === undefined ? '/firma/lote' : `/firma/lote?ids=${segment(ids)}`),
  signingSettings: () => '/firma/ajustes' as const,
  /** The authorities of a country, or those added from files. */
  trustAnchors: (pais?: string) => (pais === undefined ? '/autoridades' : `/autoridades?pais=${segment(pais)}`),
  signingRequests: () => '/pedidos' as const,
  /** Asking for signatures on the documents of a solicitud; without one, it is chosen there. */
  askForSignatures: (solicitud?: string) =>
    solicitud === undefined ? '/pedidos/nuevo' : `/pedidos/nuevo?solicitud=${segment(solicitud)}`,
  /** Asking people for documents of a solicitud; without one, it is chosen there. */
  askForDocuments: (solicitud?: string) =>
    solicitud === undefined ? '/pedidos/documentos' : `/pedidos/documentos?solicitud=${segment(solicitud)}`,
  /** A draft of a request for signatures, to be changed. */
  askByDraft: (id: string) => `/pedidos/nuevo?borrador=${segment(id)}`,
  askForDocument: (id: string) => `/pedidos/nuevo?documento=${segment(id)}`,
  agenda: () => '/agenda' as const,
  outbox: () => '/correos' as const,
  status: () => '/estado' as const,
  templates: () => '/plantillas' as const,
  /** The list with the dialog for a new template. */
  newTemplate: () => '/plantillas?nueva=1' as const,
  template: (id: string, version?: number) =>
    `/plantillas/${segment(id)}${version === undefined ? '' : `?version=${version}`}`,
  /** `solicitud`: the request for the document. */
  fillTemplate: (id: string, solicitud?: string) =>
    `/plantillas/${segment(id)}/usar${solicitud === undefined ? '' : `?solicitud=${segment(solicitud)}`}`,
  /** Users of all companies, or of one. */
  users: (company?: string) => (company === undefined ? '/usuarios' : `/usuarios?id_company=${segment(company)}`),
  /** Users of a company without a second factor. */
  usersWithoutTotp: (company: string) => `/usuarios?id_company=${segment(company)}&totp=no`,
  /** The list with the dialog for a new user. */
  newUser: () => '/usuarios?nueva=1' as const,
  /** The list with the import dialog. */
  importUsers: () => '/usuarios?importar=1' as const,
  /** The list filtered by a search. */
  findUser: (q: string) => `/usuarios?q=${segment(q)}`,
  companies: () => '/empresas' as const,
  /** The list with the dialog for a new company. */
  newCompany: () => '/empresas?nueva=1' as const,
  company: (id: string) => `/empresas?empresa=${segment(id)}`,
  recycleBin: () => '/papelera' as const,
  help: () => '/ayuda' as const,
  profile: () => '/perfil' as const,
  /** The security settings, for users who must set up a second factor; `back`: the address to return to. */
  security: (back?: string) =>
    back === undefined || back === '/' ? '/perfil?seguridad=1' : `/perfil?seguridad=1&volver=${segment(back)}`,
}

function withBack(path: string, back?: string): string {
  return back === undefined || back === '/' ? path : `${path}?volver=${segment(back)}`
}

/** Pages that are never a return address: they only lead elsewhere, or carry a token. */
const inBetween = ['/refresh', '/ingresar', '/bienvenida', '/olvide', '/elegir-clave', '/pedido']

/**
 * A safe return address from an untrusted value: a path of this origin, also from a whole URL, or `/`. `//host`, `/\host`, `javascript:` and
 * other origins become `/`.
 */
export function safeReturn(value: unknown, origin: string = window.location.origin): string {
  if (typeof value !== 'string' || value.length > 2000) return '/'
  if (!value.startsWith('/') && !value.startsWith(`${origin}/`)) return '/'
  try {
    const url = new URL(value, origin)
    if (url.origin !== origin || inBetween.includes(url.pathname)) return '/'
    const path = `${url.pathname}${url.search}${url.hash}`
    return path.startsWith('//') ? '/' : path
  } catch {
    return '/'
  }
}

/** The current address as a path of this origin. */
export const currentPath = (): string => `${window.location.pathname}${window.location.search}${window.location.hash}`
