import { type RawSearch, useNavigate, useShown } from '../lib/router/router.tsx'
import { wordsOf, wholeOf, oneOf } from '../lib/router/address-values.ts'

/** Tabs of the panel beside a document; part of the address. */
const documentTabs = ['firmar', 'firmas', 'versiones', 'correos'] as const
export type DocumentTab = (typeof documentTabs)[number]

const nothing = () => ({})
/** Parsed by the page itself, so that its values stay out of the first chunk. */
const asItIs = (raw: RawSearch) => raw as Record<string, string | undefined>

/** Every page by its path, with the parser of its search parameters. */
export const searchReaders = {
  '/bienvenida': nothing,
  '/ingresar': (raw: RawSearch) => ({
    volver: wordsOf(raw['volver'], 2000),
    /** The same as `volver`, as NextAuth's client sends it: a path or a URL. */
    callbackUrl: wordsOf(raw['callbackUrl'], 2000),
    error: wordsOf(raw['error'], 60),
    aviso: oneOf(['clave'] as const, raw['aviso']),
  }),
  '/olvide': nothing,
  '/elegir-clave': nothing,
  '/refresh': (raw: RawSearch) => ({
    volver: wordsOf(raw['volver'], 2000),
    estado: wholeOf(raw['estado'], 599, 400),
    codigo: wordsOf(raw['codigo'], 80),
    hasta: wholeOf(raw['hasta'], Number.MAX_SAFE_INTEGER),
  }),
  '/compartido': (raw: RawSearch) => ({ share: wordsOf(raw['share']) }),
  '/verificar': (raw: RawSearch) => ({ codigo: wordsOf(raw['codigo']) }),
  '/ayuda': (raw: RawSearch) => ({ q: wordsOf(raw['q'], 100), para: wordsOf(raw['para'], 20) }),
  '/': (raw: RawSearch) => ({ ver: wordsOf(raw['ver'], 20), semanas: wordsOf(raw['semanas'], 2) }),
  '/solicitudes': asItIs,
  '/agenda': asItIs,
  '/solicitudes/nueva': (raw: RawSearch) => ({ paso: wholeOf(raw['paso'], 4) }),
  '/solicitudes/$id': nothing,
  '/documentos/$id': (raw: RawSearch) => ({
    tab: oneOf(documentTabs, raw['tab']),
    version: wholeOf(raw['version'], 100_000),
  }),
  '/plantillas': asItIs,
  '/plantillas/$id': (raw: RawSearch) => ({ version: wholeOf(raw['version'], 100_000) }),
  '/plantillas/$id/usar': (raw: RawSearch) => ({
    solicitud: wordsOf(raw['solicitud'], 19),
    modo: oneOf(['varios'] as const, raw['modo']),
    lote: wordsOf(raw['lote'], 36),
  }),
  '/firmar': (raw: RawSearch) => ({ ids: wordsOf(raw['ids'], 2000) }),
  '/documentos': asItIs,
  '/firma': nothing,
  '/firma/lote': (raw: RawSearch) => ({ ids: wordsOf(raw['ids'], 2000) }),
  '/firma/ajustes': nothing,
  '/autoridades': asItIs,
  '/correos': (raw: RawSearch) => ({ estado: wordsOf(raw['estado'], 20) }),
  '/usuarios': asItIs,
  '/empresas': asItIs,
  '/papelera': nothing,
  '/perfil': (raw: RawSearch) => ({ seguridad: wordsOf(raw['seguridad'], 1), volver: wordsOf(raw['volver'], 2000) }),
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
