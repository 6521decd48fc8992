const segment = encodeURIComponent

/** The path of PUBLIC_URL, which the server writes into the page; empty at the root of its host. */
export const base: string = document.documentElement.dataset['base'] ?? ''

/** The address of a page, with one parameter unless its value is undefined. */
const at = (path: string, name?: string, value?: string): string =>
  `${base}${path}${value === undefined ? '' : `?${name}=${segment(value)}`}`

/** Where to return to; undefined if the page does so anyway. */
const unlessHome = (back: string | undefined) => (back === paths.home() ? undefined : back)

/** Every address of the web app, as the browser shows it. Nothing else builds one. */
export const paths = {
  home: (): string => at('/'),
  setup: () => at('/bienvenida'),
  signIn: (back?: string) => at('/ingresar', 'volver', unlessHome(back)),
  /** Sign-in with a notice that the new password was saved. */
  signInWithNewPassword: () => at('/ingresar', 'aviso', 'clave'),
  forgotPassword: () => at('/olvide'),
  refresh: (back?: string) => at('/refresh', 'volver', unlessHome(back)),
  solicitudes: () => at('/solicitudes'),
  newSolicitud: () => at('/solicitudes/nueva'),
  solicitud: (id: string) => at(`/solicitudes/${segment(id)}`),
  document: (id: string) => at(`/documentos/${segment(id)}`),
  sharedDocument: (share: string) => at('/compartido', 'share', share),
  verify: (code?: string) => at('/verificar', 'codigo', code),
  /** `ids`: document ids separated by commas. */
  sign: (ids?: string) => at('/firmar', 'ids', ids),
  /** Documents outside every case file. */
  looseDocuments: () => at('/documentos'),
  signer: () => at('/firma'),
  /** `ids`: document ids separated by commas. */
  batch: (ids?: string) => at('/firma/lote', 'ids', ids),
  signingSettings: () => at('/firma/ajustes'),
  /** The authorities of a country, or those added from files. */
  trustAnchors: (pais?: string) => at('/autoridades', 'pais', pais),
  signingRequests: () => at('/pedidos'),
  /** Asking for signatures on the documents of a solicitud; without one, it is chosen there. */
  askForSignatures: (solicitud?: string) => at('/pedidos/nuevo', 'solicitud', solicitud),
  /** Asking people for documents of a solicitud; without one, it is chosen there. */
  askForDocuments: (solicitud?: string) => at('/pedidos/documentos', 'solicitud', solicitud),
  /** A draft of a request for signatures, to be changed. */
  askByDraft: (id: string) => at('/pedidos/nuevo', 'borrador', id),
  askForDocument: (id: string) => at('/pedidos/nuevo', 'documento', id),
  agenda: () => at('/agenda'),
  outbox: () => at('/correos'),
  status: () => at('/estado'),
  templates: () => at('/plantillas'),
  /** The list with the dialog for a new template. */
  newTemplate: () => at('/plantillas', 'nueva', '1'),
  template: (id: string, version?: number) => at(`/plantillas/${segment(id)}`, 'version', version?.toString()),
  /** `solicitud`: the request for the document. */
  fillTemplate: (id: string, solicitud?: string) => at(`/plantillas/${segment(id)}/usar`, 'solicitud', solicitud),
  /** Users of all companies, or of one. */
  users: (company?: string) => at('/usuarios', 'id_company', company),
  /** Users of a company without a second factor. */
  usersWithoutTotp: (company: string) => `${at('/usuarios', 'id_company', company)}&totp=no`,
  /** The list with the dialog for a new user. */
  newUser: () => at('/usuarios', 'nueva', '1'),
  /** The list with the import dialog. */
  importUsers: () => at('/usuarios', 'importar', '1'),
  /** The list filtered by a search. */
  findUser: (q: string) => at('/usuarios', 'q', q),
  companies: () => at('/empresas'),
  /** The list with the dialog for a new company. */
  newCompany: () => at('/empresas', 'nueva', '1'),
  company: (id: string) => at('/empresas', 'empresa', id),
  /** Other programs of a company; without one, of the user's own. */
  programs: (company?: string) => at('/programas', 'empresa', company),
  /** Of a company; without one, of the user's own. */
  privacy: (company?: string) => at('/privacidad', 'empresa', company),
  recycleBin: () => at('/papelera'),
  /** `desde`: the path of the page that links to the help. */
  help: (desde?: string) => at('/ayuda', 'desde', desde),
  profile: () => at('/perfil'),
  /** The security settings, for users who must set up a second factor; `back`: the address to return to. */
  security: (back?: string) => {
    const to = unlessHome(back)
    return `${at('/perfil', 'seguridad', '1')}${to === undefined ? '' : `&volver=${segment(to)}`}`
  },
}

/** Pages that are never a return address: they only lead elsewhere, or carry a token. */
const inBetween = ['/refresh', '/ingresar', '/bienvenida', '/olvide', '/elegir-clave', '/pedido']

/**
 * A safe return address from an untrusted value: a path of this Foja, also from a whole URL, or its home page. `//host`,
 * `/\host`, `javascript:`, other origins and other applications of the host become that.
 */
export function safeReturn(value: unknown, origin: string = window.location.origin): string {
  const home = paths.home()
  if (typeof value !== 'string' || value.length > 2000) return home
  if (!value.startsWith('/') && !value.startsWith(`${origin}/`)) return home
  try {
    const url = new URL(value, origin)
    if (url.origin !== origin || inBetween.includes(url.pathname.slice(base.length))) return home
    const path = `${url.pathname}${url.search}${url.hash}`
    return path.startsWith(home) && !path.startsWith('//') ? path : home
  } catch {
    return home
  }
}

/** The current address as a path of this origin. */
export const currentPath = (): string => `${window.location.pathname}${window.location.search}${window.location.hash}`
