import { type RawSearch, useNavigate, useShown } from '../lib/router/router.tsx'

/** Tabs of the panel beside a document; part of the address. */
const documentTabs = ['firmar', 'firmas', 'versiones', 'correos'] as const
export type DocumentTab = (typeof documentTabs)[number]

const text = (value: unknown, maximum = 200): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maximum) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value)
const whole = (value: unknown, minimum: number, maximum: number): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined
}
const nothing = () => ({})
/** Parsed by the page itself, so that its values stay out of the first chunk. */
const asItIs = (raw: RawSearch) => raw as Record<string, string | undefined>

/** Every page by its path, with the parser of its search parameters. */
export const searchReaders = {
  '/bienvenida': nothing,
  '/ingresar': (raw: RawSearch) => ({
    volver: text(raw['volver'], 2000),
    /** The same as `volver`, as NextAuth's client sends it: a path or a URL. */
    callbackUrl: text(raw['callbackUrl'], 2000),
    error: text(raw['error'], 60),
    aviso: oneOf(['clave'] as const, raw['aviso']),
  }),
  '/olvide': nothing,
  '/elegir-clave': nothing,
  '/refresh': (raw: RawSearch) => ({
    volver: text(raw['volver'], 2000),
    estado: whole(raw['estado'], 400, 599),
    codigo: text(raw['codigo'], 80),
    hasta: whole(raw['hasta'], 0, Number.MAX_SAFE_INTEGER),
  }),
  '/compartido': (raw: RawSearch) => ({ share: text(raw['share']) }),
  '/pedido': (raw: RawSearch) => ({ p: text(raw['p']) }),
  '/verificar': (raw: RawSearch) => ({ codigo: text(raw['codigo']) }),
  '/ayuda': asItIs,
  '/': (raw: RawSearch) => ({ ver: text(raw['ver'], 20), semanas: text(raw['semanas'], 2) }),
  '/solicitudes': asItIs,
  '/pedidos': asItIs,
  '/pedidos/nuevo': (raw: RawSearch) => ({
    solicitud: text(raw['solicitud'], 19),
    documento: text(raw['documento'], 36),
    borrador: text(raw['borrador'], 36),
  }),
  '/pedidos/documentos': (raw: RawSearch) => ({ solicitud: text(raw['solicitud'], 19) }),
  '/agenda': asItIs,
  '/solicitudes/nueva': (raw: RawSearch) => ({ paso: whole(raw['paso'], 1, 4) }),
  '/solicitudes/$id': nothing,
  '/documentos/$id': (raw: RawSearch) => ({
    tab: oneOf(documentTabs, raw['tab']),
    version: whole(raw['version'], 1, 100_000),
  }),
  '/plantillas': asItIs,
  '/plantillas/$id': (raw: RawSearch) => ({ version: whole(raw['version'], 1, 100_000) }),
  '/plantillas/$id/usar': (raw: RawSearch) => ({
    solicitud: text(raw['solicitud'], 19),
    modo: oneOf(['varios', 'firmas'] as const, raw['modo']),
    lote: text(raw['lote'], 36),
  }),
  '/firmar': (raw: RawSearch) => ({ ids: text(raw['ids'], 2000) }),
  '/documentos': asItIs,
  '/firma': nothing,
  '/firma/lote': (raw: RawSearch) => ({ ids: text(raw['ids'], 2000) }),
  '/firma/ajustes': nothing,
  '/autoridades': asItIs,
  '/estado': nothing,
  '/correos': (raw: RawSearch) => ({ estado: text(raw['estado'], 20) }),
  '/usuarios': asItIs,
  '/empresas': asItIs,
  '/programas': (raw: RawSearch) => ({ empresa: text(raw['empresa'], 36) }),
  '/privacidad': (raw: RawSearch) => ({ empresa: text(raw['empresa'], 36) }),
  '/papelera': nothing,
  '/perfil': (raw: RawSearch) => ({ seguridad: text(raw['seguridad'], 1), volver: text(raw['volver'], 2000) }),
} as const
export type PagePath = keyof typeof searchReaders
export type SearchOf<P extends PagePath> = ReturnType<(typeof searchReaders)[P]>

type NameOf<Rest extends string> = Rest extends `${infer Name}/${string}` ? Name : Rest
type ParamsOf<P extends PagePath> = P extends `${string}$${infer Rest}`
  ? Record<NameOf<Rest>, string>
  : Record<string, never>
type Options = { replace?: boolean }
type Go<P extends PagePath> = (
  target:
    | ({ href: string } & Options)
    | ({ search: Partial<SearchOf<P>> | ((before: SearchOf<P>) => Partial<SearchOf<P>>) } & Options),
) => Promise<void>

/** Typed access to a page's own address. Only for that page. */
export const routeOf = <P extends PagePath>(_path: P) => ({
  useSearch: () => useShown().search as SearchOf<P>,
  useParams: () => useShown().params as ParamsOf<P>,
  // The search of the rendered page has the type of the page's own reader.
  useNavigate: () => useNavigate() as Go<P>,
})
