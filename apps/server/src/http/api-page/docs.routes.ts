import { createOpenApi } from '@foja/contracts/openapi'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { presentDocs } from './docs.page.ts'
import { describeFields } from './field-texts.ts'

/** The stylesheet of the API page; the brand's colours of the specification, section 9. */
const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1f2732, #f2f4f7); --soft: light-dark(#5b6675, #a9b3c1);
  --line: light-dark(#dfe3e8, #36424f); --paper: light-dark(#fff, #1f2732); --gold: light-dark(#7a5c14, #d1b06b); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); color: var(--ink); background: var(--paper);
  font: 16px/1.5 Inter, system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; font-weight: 600; }
nav ul ul { margin: .25rem 0 1rem; font-weight: 400; }
main { padding: 2rem clamp(1rem, 4vw, 4rem); max-width: 64rem; }
a { color: var(--gold); text-underline-offset: .2em; }
nav a { display: block; padding: .2rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover, nav a:focus-visible { color: var(--gold); text-decoration: underline; }
code { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: .25rem 0 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
pre code { overflow-wrap: normal; } summary { cursor: pointer; color: var(--gold); }
h2 { margin-top: 3rem; } h3 { margin: 0; font-weight: 600; } h4, .language { margin: 1rem 0 .25rem; font-weight: 700; }
article { margin: 1rem 0; padding: 1.25rem; border: 1px solid var(--line); border-radius: .5rem; scroll-margin-top: 1rem; }
small, .type, i { color: var(--soft); font-size: .875rem; font-weight: 400; font-style: normal; }
ul { margin: .25rem 0; padding-left: 1.25rem; } .type { overflow-wrap: anywhere; } .about { margin: 0 0 .25rem; max-width: 44rem; font-size: .875rem; }
b.get { color: light-dark(#0b6b57, #1de9b6); } b.post { color: var(--gold); } b.delete { color: light-dark(#b3261e, #ff8a80); }
table { width: 100%; border-collapse: collapse; } th, td { padding: .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td code { overflow-wrap: normal; } tr:target, article:target { outline: 2px solid var(--gold); }
@media (max-width: 48em) { body { display: block; } nav { position: static; height: 12rem; border-right: 0; border-bottom: 1px solid var(--line); } }
@media (max-width: 60em) { thead { display: none; } table, tbody, tr, td { display: block; } tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } td { padding: 0; border: 0; } }
`

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The OpenAPI document and its page, made from the contract when they are first asked for: that takes 0.3 seconds. */
export function registerDocs(app: FastifyInstance, { config }: Pick<AppDeps, 'config'>): void {
  const make = () => {
    const document = describeFields(createOpenApi(config.publicUrl ?? '/'))
    return { json: JSON.stringify(document), page: presentDocs(document) }
  }
  let made: ReturnType<typeof make> | undefined
  const get = () => (made ??= make())
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(get().json))
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(get().page),
  )
  app.get('/api/docs/', (_request, reply) => reply.redirect('../docs', 301))
  app.get('/api/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}
