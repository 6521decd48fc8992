const segment = encodeURIComponent

/** Every address of the product's pages. Nothing else writes one. */
export const paths = {
  home: () => '/' as const,
  setup: () => '/bienvenida' as const,
  signIn: (back?: string) => withBack('/ingresar', back),
  /** The same, saying that the password that was chosen is kept. */
  signInAnew: () => '/ingresar?aviso=clave' as const,
  forgotPassword: () => '/olvide' as const,
  refresh: (back?: string) => withBack('/refresh', back),
  solicitudes: () => '/solicitudes' as const,
  newSolicitud: () => '/solicitudes/nueva' as const,
  solicitud: (id: string) => `/solicitudes/${segment(id)}`,
  document: (id: string) => `/documentos/${segment(id)}`,
  sharedDocument: (share: string) => `/compartido?share=${segment(share)}`,
  verify: (code?: string) => (code === undefined ? '/verificar' : `/verificar?codigo=${segment(code)}`),
  signer: () => '/firma' as const,
  /** `ids`: of documents, with commas between them. */
  batch: (ids?: string) => (ids === undefined ? '/firma/lote' : `/firma/lote?ids=${segment(ids)}`),
  signingSettings: () => '/firma/ajustes' as const,
  /** The authorities; of this country, or those that were added from files. */
  trustAnchors: (pais?: string) => (pais === undefined ? '/autoridades' : `/autoridades?pais=${segment(pais)}`),
  agenda: () => '/agenda' as const,
  outbox: () => '/correos' as const,
  templates: () => '/plantillas' as const,
  /** The list with the dialog of a new one open. */
  newTemplate: () => '/plantillas?nueva=1' as const,
  template: (id: string, version?: number) =>
    `/plantillas/${segment(id)}${version === undefined ? '' : `?version=${version}`}`,
  /** `solicitud`: of the request that the document goes to. */
  fillTemplate: (id: string, solicitud?: string) =>
    `/plantillas/${segment(id)}/usar${solicitud === undefined ? '' : `?solicitud=${segment(solicitud)}`}`,
  /** Of all companies, or of this one. */
  users: (company?: string) => (company === undefined ? '/usuarios' : `/usuarios?id_company=${segment(company)}`),
  /** Of a company, those who sign in with the password alone. */
  usersWithoutTotp: (company: string) => `/usuarios?id_company=${segment(company)}&totp=no`,
  /** The list with the dialog of a new person open. */
  newUser: () => '/usuarios?nueva=1' as const,
  /** The list with the dialog that reads people out of a file open. */
  importUsers: () => '/usuarios?importar=1' as const,
  /** The list narrowed to a few words. */
  findUser: (q: string) => `/usuarios?q=${segment(q)}`,
  companies: () => '/empresas' as const,
  /** The list with the dialog of a new one open. */
  newCompany: () => '/empresas?nueva=1' as const,
  company: (id: string) => `/empresas?empresa=${segment(id)}`,
  recycleBin: () => '/papelera' as const,
  profile: () => '/perfil' as const,
  /** The security of one's account, for whoever may not go on without it; `back`: where they were. */
  security: (back?: string) =>
    back === undefined || back === '/' ? '/perfil?seguridad=1' : `/perfil?seguridad=1&volver=${segment(back)}`,
}

function withBack(path: string, back?: string): string {
  return back === undefined || back === '/' ? path : `${path}?volver=${segment(back)}`
}

/** Pages that nobody is sent back to: they are on the way to somewhere else, or carry what no other address may. */
const inBetween = ['/refresh', '/ingresar', '/bienvenida', '/olvide', '/elegir-clave']

/**
 * Where to send a person back to, out of an address that anybody may have written: a path of this origin, or `/`.
 * `//host`, `/\host`, `javascript:` and other origins come out as `/`.
 */
export function safeReturn(value: unknown, origin: string = window.location.origin): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2000) return '/'
  try {
    const url = new URL(value, origin)
    if (url.origin !== origin || inBetween.includes(url.pathname)) return '/'
    const path = `${url.pathname}${url.search}${url.hash}`
    return path.startsWith('//') ? '/' : path
  } catch {
    return '/'
  }
}

/** Where the person is now, as a path of this origin. */
export const currentPath = (): string => `${window.location.pathname}${window.location.search}${window.location.hash}`
