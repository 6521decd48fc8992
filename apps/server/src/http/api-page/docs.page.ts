import { needsSession } from '@foja/contracts/endpoint'
import { endpoints } from '@foja/contracts/endpoints'
import type { PolicyName } from '@foja/contracts/policies'
import type { JsonSchema, OpenApi, Operation, Parameter } from '@foja/contracts/openapi'
import { errorStatus, type ErrorCode } from '@foja/contracts/problem'
import {
  oldSecretHours,
  webhookEvents,
  webhookFailureDays,
  webhookSummary,
  webhookTest,
} from '@foja/contracts/webhooks'
import { problemTexts } from '../../texts/problem-texts.ts'
import { clientExample, curlExample, installation, startOfClient, startOfCurl } from './examples.ts'
import { embeddingExample } from './embedding-example.ts'
import { idExamples } from './id-examples.ts'
import { objectsOf, typeOf } from './schema-lines.ts'
import { webhookData } from './webhook-data.ts'
import { webhookExamples } from './webhook-examples.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that is already safe to write out. */
type Html = { html: string }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

type Value = string | number | Html | Html[]

function write(value: Value): string {
  if (typeof value === 'object') return Array.isArray(value) ? value.map(({ html }) => html).join('') : value.html
  return escape(String(value))
}

/** A template whose values are escaped unless they are `Html` themselves. */
function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(write)) }
}

const nothing = html``

type Schemas = Record<string, JsonSchema>

function fields(schema: JsonSchema): Html {
  const objects = objectsOf(schema)
  if (objects.length === 0) return html`<p class="type">${typeOf(schema)}</p>`
  const [only] = objects
  if (only !== undefined && objects.length === 1) return fieldsOf(only)
  return html`${objects.map(
    (object, at) =>
      html`<p class="type">${at === 0 ? 'una de estas formas:' : 'o bien:'}</p>
        ${fieldsOf(object)}`,
  )}`
}

/** What is said of a field beyond its type. */
function aboutOf({ description }: JsonSchema): Html {
  return typeof description === 'string' ? html`<p class="about">${description}</p>` : nothing
}

function fieldsOf(object: JsonSchema): Html {
  const required = Array.isArray(object['required']) ? (object['required'] as string[]) : []
  const rows = Object.entries(object['properties'] as Schemas).map(([name, property]) => {
    const optional = required.includes(name) ? nothing : html` <i>· opcional</i>`
    const nested =
      objectsOf(property).length === 0
        ? nothing
        : html`<details>
            <summary>campos</summary>
            ${fields(property)}
          </details>`
    return html`<li>
      <code>${name}</code> <span class="type">${typeOf(property)}</span>${optional}${aboutOf(property)}${nested}
    </li>`
  })
  return html`<ul>
    ${rows}
  </ul>`
}

function parameters(values: readonly Parameter[]): Html {
  if (values.length === 0) return nothing
  const rows = values.map(({ name, in: place, required, schema }) => {
    const optional = required ? nothing : html` <i>· opcional</i>`
    return html`<li>
      <code>${name}</code> <span class="type">${place} · ${typeOf(schema)}</span>${optional}${aboutOf(schema)}
    </li>`
  })
  return html`<h4>Parámetros</h4>
    <ul>
      ${rows}
    </ul>`
}

const accessOf = ({ policy, scope }: Operation['x-calls'][number]) =>
  needsSession({ policy: policy as PolicyName })
    ? `con sesión · permiso ${policy} · ${scope === null ? 'no con una clave de API' : `clave de API con ${scope}`}`
    : 'sin sesión'

const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))

const code = (language: string, text: string) =>
  html`<p class="language">${language}</p>
    <pre tabindex="0"><code>${text}</code></pre>`

/** How to make each of the calls that share method and path. */
function examples({ 'x-calls': calls }: Operation): Html {
  const each = calls.map(({ name }) => byName.get(name)!)
  return html`<details>
    <summary>Ejemplos</summary>
    ${each.map(
      (endpoint) => html`${code('curl', curlExample(endpoint))} ${code('TypeScript', clientExample(endpoint))}`,
    )}
  </details>`
}

function operation(method: string, path: string, value: Operation): Html {
  const bodies = Object.entries(value.requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      html`<h4>Envío <span class="type">${type}</span></h4>
        ${fields(schema)}`,
  )
  const replies = Object.entries(value.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) =>
      Object.entries(content ?? {}).map(
        ([type, { schema }]) =>
          html`<h4>Respuesta ${status} <span class="type">${type}</span></h4>
            ${fields(schema)}`,
      ),
    )
  const codes = value['x-error-codes'].map((code) => html`<a href="#error-${code}"><code>${code}</code></a> `)
  const access = value['x-calls'].map(accessOf).join(' / ')
  return html`<article id="${value.operationId}">
    <h3><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></h3>
    <p>${value.summary} <small>${access}</small></p>
    ${parameters(value.parameters ?? [])}${bodies}${replies}
    <h4>Errores</h4>
    <p class="codes">${codes}</p>
    ${examples(value)}
  </article>`
}

function errors(): Html {
  const rows = (Object.keys(problemTexts) as ErrorCode[]).map((code) => {
    const { title, detail } = problemTexts[code].es
    return html`<tr id="error-${code}">
      <td>${errorStatus(code)}</td>
      <td><code>${code}</code></td>
      <td><b>${title}.</b> ${detail}</td>
    </tr>`
  })
  return html`<h2 id="errores">Errores</h2>
    <p>Todos son <code>application/problem+json</code> (RFC 9457); «code» es uno de estos.</p>
    <table>
      <thead>
        <tr>
          <th>Estado</th>
          <th>code</th>
          <th>Lo que lee la persona</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

const exampleMessage = `{
  "type": "document.signed",
  "timestamp": "2026-11-30T15:04:05.000Z",
  "data": {
    "id_company": "0b0e1d1c-6a1f-4a39-9a53-5f2f6d8c7e10",
    "id_solicitud_main": "AB12-CD34-EF56-GH78",
    "id_documento": "7d0f3f5e-3f0b-4b0e-8a44-0d5c1b0a9e21",
    "version": 2
  }
}`

const names = (all: readonly string[]) =>
  html`${all.map((name, at) => html`${at === 0 ? '' : ', '}<code>${name}</code>`)}`

/** The members of `data` of a message. */
function dataOf(type: keyof typeof webhookData): Html {
  const { always, sometimes = [] } = webhookData[type]
  return html`${names(['id_company', ...always])}${sometimes.length === 0 ? nothing : html`; a veces ${names(sometimes)}`}`
}

/** What programs receive from webhooks, and how they check it. */
function webhooks(): Html {
  const rows = ([...webhookEvents, webhookTest] as const).map((type) => {
    return html`<tr id="webhook-${type}">
      <td><code>${type}</code></td>
      <td>${type === webhookTest ? 'La prueba que envía «Probar»; no hace falta elegirla.' : webhookSummary(type)}</td>
      <td>${dataOf(type)}</td>
    </tr>`
  })
  const examples = Object.entries(webhookExamples).map(([name, text]) => code(name, text))
  return html`<h2 id="webhooks">Mensajes de los webhooks</h2>
    <p>
      Foja envía cada evento con un POST a la dirección del webhook, firmado como dice Standard Webhooks
      (standardwebhooks.com): <code>webhook-id</code>, <code>webhook-timestamp</code> y <code>webhook-signature</code>.
      El cuerpo lleva identificadores y estados, sin datos personales; el resto se pide a la API.
    </p>
    <pre tabindex="0"><code>${exampleMessage}</code></pre>
    <p>
      Contesta con un 2xx en 15 segundos. Con otra respuesta, o sin ella, Foja repite el mensaje con pausas cada vez más
      largas, hasta 17 horas después, y lo que sigue del mismo expediente espera. Un mensaje puede llegar más de una
      vez:
      <code>webhook-id</code> es el mismo. No se siguen redirecciones. Tras ${webhookFailureDays} días solo con fallos,
      Foja detiene el webhook y lo avisa. Después de cambiar el secreto, el anterior también firma ${oldSecretHours}
      horas más.
    </p>
    <table>
      <thead>
        <tr>
          <th>type</th>
          <th>Qué pasó</th>
          <th>data</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <p>
      <code>id_pedido</code> es el <code>id</code> del pedido de firmas, del pedido de documentos o de la convocatoria.
      <code>id_solicitud_main</code> falta en lo que está fuera de un expediente, e <code>id_documento</code> en un
      pedido de varios documentos.
    </p>
    <h3>Comprobar la firma</h3>
    ${examples}`
}

/** How another site shows the page of a recipient. */
function embedding(): Html {
  return html`<h2 id="embedding">Firmar en otros sitios web</h2>
    <p>
      La página de un destinatario se puede mostrar dentro de los sitios que la empresa nombra en «API y webhooks». El
      enlace lo da <code>recipient_link</code>, y <code>foja-embed.js</code> está al comienzo de la dirección de Foja.
      La página dice <code>onOpened</code>, <code>onSigned</code>, <code>onApproved</code>, <code>onDeclined</code>,
      <code>onDelegated</code>, <code>onDelivered</code> y <code>onAnswered</code>, cada uno con el id del pedido
      (<code>request</code>). Son para la pantalla: antes de entregar algo a cambio de la firma, pregunta a la API.
    </p>
    ${code('HTML', embeddingExample)}`
}

/** What there is for programs besides the calls. */
function programs(): Html {
  const ids = Object.entries(idExamples).map(([name, text]) => code(name, text))
  return html`<h2 id="programas">Desde un programa</h2>
    <p>
      Los ejemplos usan una clave de API de «Mi perfil» o de «API y webhooks», y los ids son inventados. Los de curl
      empiezan así:
    </p>
    ${code('curl', startOfCurl)}
    <p>
      Los de TypeScript usan el cliente <code>@foja/client</code>, en Node. En una página de otro sitio no sirve: Foja
      no responde a otros orígenes, y una clave allí la vería cualquiera.
    </p>
    ${code('TypeScript', startOfClient)}
    <h3 id="cliente">El cliente, la terminal, los asistentes y n8n</h3>
    <p>
      Vienen en el código de Foja y no están en npm. <code>@foja/client</code> da los tipos de cada llamada.
      <code>foja</code> firma, comprueba, pide firmas y exporta desde la terminal, y <code>foja mcp</code> es un
      servidor MCP para un asistente, que nunca firma. Con Node 20.19 o posterior se arman y se instalan así:
    </p>
    ${code('sh', installation)}
    <p>
      <code>docs/programas.md</code>, en el mismo código, dice cómo se usan, y
      <code>docs/ejemplos/n8n-pedir-firmas.json</code> es un flujo que se importa en n8n.
    </p>
    <h3 id="ids">Ids y claves que hace el programa</h3>
    <p>
      El programa hace el id de un expediente y el de cada una de sus solicitudes antes de crearlos: 16 letras
      mayúsculas sin tilde o cifras, al azar, de a cuatro. Los demás los da Foja; casi todos son <code>uuid</code>, en
      minúsculas. También es un <code>uuid</code> la <code>key</code> de una llamada que se puede repetir.
    </p>
    ${ids}`
}

/** The API page for people: one page without scripts or network access, rendered from the OpenAPI document. */
export function presentDocs(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({ method, path, value })),
  )
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ value }) => value.tags.includes(name))
    const links = own.map(
      ({ method, path, value }) =>
        html`<li>
          <a href="#${value.operationId}"
            ><b class="${method}">${method.toUpperCase()}</b> ${path.replace('/api/v1', '')}</a
          >
        </li>`,
    )
    return {
      menu: html`<li>
        ${name}
        <ul>
          ${links}
        </ul>
      </li>`,
      body: html`<h2>${name}</h2>
        ${own.map(({ method, path, value }) => operation(method, path, value))}`,
    }
  })
  return html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API de ${document.info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="docs/style.css" />
      </head>
      <body>
        <nav aria-label="Llamadas">
          <ul>
            ${sections.map(({ menu }) => menu)}
            <li><a href="#programas">Desde un programa</a></li>
            <li><a href="#webhooks">Mensajes de los webhooks</a></li>
            <li><a href="#embedding">Firmar en otros sitios web</a></li>
            <li><a href="#errores">Errores</a></li>
          </ul>
        </nav>
        <main>
          <h1>API de ${document.info.title}</h1>
          <p>${document.info.description}</p>
          <p>Documento OpenAPI 3.1: <a href="openapi.json">/api/openapi.json</a></p>
          ${programs()} ${sections.map(({ body }) => body)} ${webhooks()} ${embedding()} ${errors()}
        </main>
      </body>
    </html> `.html
}
