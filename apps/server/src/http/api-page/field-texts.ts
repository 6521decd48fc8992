import { mostKeyDays } from '@foja/contracts/constants'
import type { JsonSchema, OpenApi, Operation } from '@foja/contracts/openapi'
import { signingRequestLimits } from '@foja/contracts/request-states'

const values =
  'Por la «key» de cada campo. Una fecha: "2026-11-20"; un número: número, o texto con punto decimal; una casilla: ' +
  'true o false; una imagen: data:image/png;base64,… o data:image/jpeg;base64,…. Un campo de firma no lleva valor.'
const points = 'En puntos (1/72 de pulgada) desde la esquina superior izquierda de la página como se ve, ya girada'
const stale = 'El que se leyó: si ya es otro, la respuesta es «stale_version».'
const password = 'De quien llama. Hace falta si no va «passkey»; con un segundo factor, también «code».'

const attested = 'La firma de «signed_attributes», en base64.'
const stampCode = 'Para comprobar esta versión en /verificar. null: una firma invisible no lo lleva.'
const answerStatus = 'Estado HTTP de la última respuesta; null: no hubo.'
const otherSides = `${points}; igual «y», «width» y «height».`
const companyOfCaller = 'Por omisión, la de quien llama.'
const ownPassword = 'De quien llama.'

/**
 * What the page and the OpenAPI document say of fields that cannot be guessed; kept here, as pages of the browser load
 * the contracts. The first row that fits: the path of the field (call, part, names) ends with the row, or with what
 * follows its `…` and has what precedes it.
 */
const rows: readonly (readonly [place: string, text: string])[] = [
  [
    'createSolicitudMain.body…data.id_solicitud_main',
    'Lo hace el programa al azar, como dice «Ids y claves que hace el programa». Repetir la llamada con el mismo no crea otro expediente.',
  ],
  ['createSolicitudMain.body…solicitudes.id_solicitud', 'Otro, hecho de la misma manera.'],
  [
    'createSolicitudMain.body…description',
    'Un {} por cada archivo de «files» en el mismo orden: el documento de la solicitud y después sus adjuntos.',
  ],
  ['fields.key', 'Nombre del campo en «data» y en un CSV.'],
  ['customPdfSigning.body.key.key', 'El archivo .key, en base64.'],
  ['customPdfSigning.body.key', 'Firma con este .p12, o .cer y .key, en vez de la firma guardada. No se guarda.'],
  ['createApiKey.201.key', 'La clave. No se vuelve a mostrar.'],
  ['body…key', 'Un uuid que hace el programa: repetir la llamada con el mismo no la hace dos veces.'],
  ['idempotency-key', 'Un texto que hace el programa: repetir la llamada con el mismo no la hace dos veces.'],
  [
    'x-recipient',
    'El token del enlace («p»). Si el pedido exige un código, va seguido de un punto y del «pass» de recipient_code.',
  ],
  ['x-share-password', 'La contraseña del enlace, si la tiene.'],
  ['query.share', 'El token del enlace compartido.'],
  ['path.token', 'Viene en una dirección firmada que da otra llamada.'],
  ['path.handle', 'Lo da verify_document cuando recibe un archivo.'],

  ['position.page', 'Desde 1; "last" es la última.'],
  ['position', `${points} (/Rotate) y recortada (CropBox).`],
  ['body.fields.x', otherSides],
  ['rects.x', otherSides],
  ['body.field', 'Un campo de firma vacío del documento, que fija el lugar.'],
  ['recipients.field', 'La «key» del campo de firma de la plantilla donde firma. Sin ella, se propone un lugar.'],
  ['body.recipients.places', 'Dónde firma en cada documento. Donde no se dice, lo elige quien firma.'],

  [
    'recipients.rol',
    '«firma»: con su certificado; «firma_simple»: dibuja o escribe su firma, y la oficina la sella; «aprueba»: no firma; «copia»: recibe el documento al final.',
  ],
  [
    'recipients.turno',
    'Quienes tienen el mismo actúan a la vez, después del turno anterior. Por omisión, 1. «copia» no tiene.',
  ],
  ['recipients.identificacion', 'Número de su documento de identidad.'],
  [
    'recipients.must_match',
    'true: solo firma con un certificado que tenga esa «identificacion», que entonces es obligatoria. Por omisión, false.',
  ],
  [
    'recipients.code',
    'true: antes de ver nada, escribe un código de seis cifras que recibe por correo. Por omisión, solo con «firma_simple».',
  ],
  ['createShareDocument.body.expires_at', 'Por omisión, en 30 días. null: no vence.'],
  ['createApiKey.body.expires_at', `Como mucho, en ${mostKeyDays} días.`],
  [
    'body…expires_at',
    `Por omisión, en ${signingRequestLimits.usualDays} días; como mucho, en ${signingRequestLimits.days}.`,
  ],
  ['body…remind_every_days', 'Cada cuántos días se recuerda a quien falta. Por omisión, o con null, nunca.'],
  ['body…allow_delegation', 'true: un destinatario puede pasar el pedido a otra persona. Por omisión, false.'],
  ['body.send', 'false: queda como borrador. Por omisión, true.'],
  ['replaces', 'El id de un borrador, que se convierte en este pedido y conserva su id.'],
  [
    'body.requirements.obligatorio',
    'Por omisión, true. El pedido se completa cuando todos los obligatorios están aceptados.',
  ],
  ['body.requirements.acepta', 'Por omisión, PDF e imágenes.'],
  ['body.requirements.max_files', 'Por omisión, 1.'],
  ['body.requirements.ayuda', 'Qué debe mostrar, o dónde se consigue.'],
  ['body.max_views', 'Cuántas veces se puede abrir. Por omisión, sin límite.'],
  ['body.allow_download', 'Por omisión, true.'],
  ['createShareDocument.body.password', 'Se pide al abrir el enlace.'],

  [
    'body.level',
    'B-B: la firma sola; B-T: con sello de tiempo; B-LT: con los datos para comprobarla después; B-LTA: con sello de archivo.',
  ],
  ['body.appearance', '«margin» es una línea de texto en el borde derecho de la página.'],
  ['body.repeat', '«every_page»: el sello en cada página, solo en documentos sin firmas.'],
  ['body.image_text', 'Con «image»: muestra también el nombre y la fecha. Por omisión, true.'],
  [
    'body.certify',
    'Certifica el documento (DocMDP) con su primera firma. 1: no admite cambios; 2: llenar campos y firmar; 3: también anotar.',
  ],
  ['body.lock', 'Campos del formulario que la firma cierra: todos, estos («include») o todos menos estos («exclude»).'],
  ['lock.fields', 'Nombres completos. Un nombre incluye los campos que están debajo.'],
  [
    'body.commitment_type',
    'A qué se compromete quien firma (ETSI EN 319 122-1). «reason» queda entonces solo en el sello.',
  ],
  ['body.utc_offset', 'Minutos al este de UTC para la hora del sello: -300 en Quito y en Lima. Por omisión, 0.'],
  ['query.utc_offset', 'Minutos al este de UTC para las horas del informe: -300 en Quito y en Lima.'],
  ['body.sha256', 'El del archivo que vio la persona. Si ya es otro, la respuesta es «stale_document».'],
  ['body.hashes', 'De varios documentos: el «sha256» de cada uno, por su id.'],
  ['body.certificate', 'DER en base64, sin saltos de línea.'],
  ['body.chain', 'Los certificados de las autoridades que lo emiten, cada uno DER en base64.'],
  [
    '200.signed_attributes',
    'DER en base64: lo que se firma, con «hash». RSA: PKCS#1 v1.5 o, si el certificado lo exige, RSASSA-PSS con una sal del largo del resumen. EC: ECDSA en DER. Ed25519: sin resumen.',
  ],
  ['completeSigning.body.signature', attested],
  ['recipientComplete.body.signature', attested],
  ['documents.code', stampCode],
  ['document.code', stampCode],

  ['fillTemplate.body.data', values],
  ['requestFromTemplate.body.data', values],
  ['previewPdfTemplate.body.data', values],
  ['recipientFill.body.data', values],
  ['startFillBatch.body.rows', 'Una por documento; cada una, como «data» de fill_template.'],
  [
    'startFillBatch.body.name_field',
    'El campo que da nombre a cada archivo. Por omisión, el nombre de la plantilla y el número de fila.',
  ],
  ['startFillBatch.body.requests', 'Pide también la firma de cada documento.'],
  ['requests.recipients', 'Los destinatarios de cada fila, en el orden de las filas.'],
  ['body.flatten', 'true: los campos de formulario del PDF quedan fijos en la página.'],
  ['body.fields.default', 'Como en «data».'],
  ['body.fields.role', 'Quién firma aquí: «Arrendador».'],
  ['body.fields.binding', 'De dónde sale el valor con que empieza.'],
  ['body.fields.filled_by', 'La «key» del campo de firma de quien llena este antes de firmar.'],
  ['body.fields.form_field', 'Nombre completo del campo de formulario del PDF al que este reemplaza.'],
  ['body.fields.style.size', 'En puntos.'],
  ['body.fields.style.overflow', 'Texto que no cabe: «wrap» lo parte en líneas, «shrink» lo achica y «clip» lo corta.'],
  ['pdf_path', 'Identifica el archivo de una versión en otras llamadas. No es una ruta ni una dirección.'],

  ['verifyDocument.body.version', 'Por omisión, la última.'],
  ['body.version', 'La que se leyó: si ya hay otra, la respuesta es «stale_version».'],
  ['query.version', 'Por omisión, la última.'],
  ['changeStatusMediation.body.from', stale],
  ['recordMediation.body.documents.from', stale],
  ['deleteSolicitud.body.motivo', 'Obligatorio si una solicitud del expediente ya no está «pendiente».'],
  ['query.pagination', 'Si está, aunque vacío, la respuesta trae el total y la página; si no, es una lista.'],
  ['query.before', 'El «next» de la respuesta anterior.'],
  ['createWebhook.body.id_company', companyOfCaller],
  ['listWebhooks.query.id_company', companyOfCaller],
  [
    'createApiKey.body.service',
    'Si está, la clave es de una cuenta de servicio nueva; por omisión, de la empresa de quien llama.',
  ],
  ['createApiKey.body.networks', 'Direcciones o redes desde las que vale. Si no hay ninguna, vale desde todas.'],
  ['listWebhookDeliveries.200.results.code', answerStatus],
  ['replayWebhookDelivery.200.code', answerStatus],
  ['testWebhook.200.code', answerStatus],
  [
    'updateUser.body.current_password',
    'De quien llama. Hace falta con «quitar_totp», y con otro «email» de una persona que ya puede ingresar.',
  ],
  ['changePassword.body.current_password', ownPassword],
  ['changePasswordView.body.current_password', ownPassword],
  ['body.current_password', password],
  ['recipientCode.body.code', 'El que llegó por correo. Sin él, se envía uno.'],
  ['confirmTotp.body.code', 'El que muestra la aplicación de verificación.'],
  ['body.code', 'De la aplicación de verificación de quien llama, o uno de recuperación.'],
]

const lastOf = (path: string) => path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('…')) + 1)
const byName = Map.groupBy(rows, ([place]) => lastOf(place))

/** Finds the row of a field: `createSolicitudMain.body.data.titulo`. */
export const findRow = (path: string) =>
  byName.get(lastOf(path))?.find(([place]) => {
    const [within = '', end] = place.split('…')
    return end === undefined
      ? `.${path}`.endsWith(`.${within}`)
      : `.${path}`.endsWith(`.${end}`) && `.${path}.`.includes(`.${within}.`)
  })

/** The places of all rows; a test compares them with the fields of the document. */
export const places = rows.map(([place]) => place)

type TextOf = (path: string) => string | undefined
const usualTexts: TextOf = (path) => findRow(path)?.[1]

function describeProperty(schema: JsonSchema, path: string, textOf: TextOf): JsonSchema {
  const description = textOf(path)
  return { ...describeSchema(schema, path, textOf), ...(description === undefined ? {} : { description }) }
}

/** A schema whose fields have their texts, at every depth. */
function describeSchema(schema: JsonSchema, path: string, textOf: TextOf): JsonSchema {
  const inner = (one: JsonSchema) => describeSchema(one, path, textOf)
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'items') return [key, inner(value as JsonSchema)]
    if (key === 'anyOf' || key === 'oneOf') return [key, (value as JsonSchema[]).map(inner)]
    if (key !== 'properties') return [key, value]
    const properties = Object.entries(value as Record<string, JsonSchema>)
    return [
      key,
      Object.fromEntries(properties.map(([name, one]) => [name, describeProperty(one, `${path}.${name}`, textOf)])),
    ]
  })
  return Object.fromEntries(entries)
}

type Contents = NonNullable<Operation['requestBody']>['content']

const describeContents = (contents: Contents, path: string, textOf: TextOf): Contents =>
  Object.fromEntries(
    Object.entries(contents).map(([type, content]) => [
      type,
      { ...content, schema: describeSchema(content.schema, path, textOf) },
    ]),
  )

function describeOperation(operation: Operation, textOf: TextOf): Operation {
  const { operationId: call, parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, { content, ...response }]) => [
    status,
    content === undefined ? response : { ...response, content: describeContents(content, `${call}.${status}`, textOf) },
  ])
  const described = parameters?.map((one) => ({
    ...one,
    schema: describeProperty(one.schema, `${call}.${one.in}.${one.name}`, textOf),
  }))
  return {
    ...operation,
    ...(described === undefined ? {} : { parameters: described }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: describeContents(requestBody.content, `${call}.body`, textOf) } }),
    responses: Object.fromEntries(answers) as Operation['responses'],
  }
}

/** The OpenAPI document with the texts of fields. */
export function describeFields(document: OpenApi, textOf = usualTexts): OpenApi {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, describeOperation(operation, textOf)]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) as OpenApi['paths'] }
}
