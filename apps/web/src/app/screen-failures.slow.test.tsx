import { endpoints } from '@foja/contracts/endpoints'
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { actingGets, clearFailure, loads } from '../lib/api/failure.ts'
import { nameOf, staysOnPage } from '../lib/api/hand-back.ts'
import { newUuid } from '../lib/api/uuid.ts'
import { claim } from '../lib/session/owner.ts'
import { closeDetour, getDetour } from '../lib/router/detour.ts'
import { setNavigate } from '../lib/router/redirect.ts'
import { convenedOf } from '../test/convocation.ts'
import { contractHandlers, set } from '../test/contract-server.ts'
import { deliveryOf, documentRequestOf, fileOf } from '../test/document-request.ts'
import * as es from '../test/es.ts'
import { makeField } from '../test/template-field.ts'
import { at, http, HttpResponse, problem, server, useServer } from '../test/server.ts'
import { toast } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'
import { makeRouter } from './router.tsx'

const id = '33333333-3333-4333-8333-333333333333'
const solicitud = '/solicitudes/AAAA-AAAA-AAAA-AAAA'
const documento = `/documentos/${id}`
const empresa = `/empresas?empresa=${id}`
const withProvider = () => http.get(at('/api/auth/providers'), () => HttpResponse.json({ oidc: { name: 'Cuenta' } }))
const programas = `/programas?empresa=${id}`
const privacidad = `/privacidad?empresa=${id}`

type Changes = NonNullable<Parameters<typeof contractHandlers>[0]>
type Texts = Readonly<Record<string, string>>
type Step = string | RegExp | (() => void | Promise<void>)

type Screen = {
  page: string
  /** Names of the controls that open the form, in order. */
  open?: readonly Step[]
  /** What is typed, by label: it must still be there after every failure. */
  typed?: Texts
  /** Passwords, which are typed again for every attempt. */
  secret?: Texts
  /** What sends it: pressed for every attempt. */
  send: Step | readonly Step[]
  changes?: Changes
}

const layers = '[role=dialog], [role=alertdialog], [role=menu]'
/** The topmost dialog or menu, or the page. */
const layer = (): Element => [...document.querySelectorAll(layers)].at(-1) ?? document.body
const nameOfControl = (one: Element): string => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()
const controls =
  'button, a, [role=menuitem], [role=tab], [role=radio], [role=option], [role=switch], [role=checkbox], label, input[type=checkbox]'
const matches = (name: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

async function find(wanted: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    if (getDetour() !== null) throw new Error('The page is hidden under /refresh')
    const there = [...layer().querySelectorAll<HTMLElement>(controls)]
    const found = there.find(
      (one) => matches(nameOfControl(one), wanted) && !one.matches(':disabled, [aria-disabled=true]'),
    )
    if (found === undefined) throw new Error(`No «${String(wanted)}» among: ${there.map(nameOfControl).join(' | ')}`)
    return found
  })
}
const mouse = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

async function take(step: Step): Promise<void> {
  if (typeof step === 'function') return step()
  const control = await find(step)
  // Menus and tabs open on pointer events.
  const isMenu = /^(Acciones|Más )/.test(nameOfControl(control))
  if (!isMenu && control.getAttribute('role') !== 'tab') return void fireEvent.click(control)
  await mouse.click(control)
  if (isMenu) await waitFor(() => expect(document.querySelector('[role=menu]')).not.toBeNull())
}

type Typed = HTMLInputElement | HTMLTextAreaElement
function fieldOf(label: string): Typed {
  const labels = [...document.querySelectorAll('label')]
  for (const one of labels.toReversed()) {
    const field = one.htmlFor === '' ? one.querySelector('input, textarea') : document.getElementById(one.htmlFor)
    if (one.textContent.replace(/ (\*|· opcional)$/, '').trim() === label && field !== null) return field as Typed
  }
  const named = [...document.querySelectorAll<Typed>('input, textarea')].filter((one) => one.ariaLabel === label)
  if (named.length > 0) return named.at(-1)!
  throw new Error(`No field «${label}» among: ${labels.map((one) => one.textContent).join(' | ')}`)
}
async function type(texts: Texts = {}): Promise<void> {
  for (const [label, value] of Object.entries(texts)) {
    const field = await waitFor(() => fieldOf(label))
    fireEvent.change(field, { target: { value } })
  }
}
/** Chooses a file in the first file field. */
const choose =
  (name: string, mime = 'application/pdf', text = '%PDF-1.7 hola') =>
  async () => {
    const field = await waitFor(() => {
      const found = layer().querySelector<HTMLInputElement>('input[type=file]')
      if (found === null) throw new Error('No file field')
      return found
    })
    fireEvent.change(field, { target: { files: [new File([text], name, { type: mime })] } })
  }
/** Presses a switch of the page, by its place. */
const toggle = (place: number) => async () => {
  const found = await waitFor(() => {
    const one = [...document.querySelectorAll<HTMLElement>('main [role=switch], main input[type=checkbox]')].at(place)
    if (one === undefined) throw new Error('No switch')
    return one
  })
  fireEvent.click(found)
}

const others: Changes = {
  list_sessions: ({ sessions }: { sessions: object[] }) => ({
    sessions: [...sessions, ...sessions.map((one) => ({ ...one, id: id.replace('3', '4'), current: false }))],
  }),
}
const ownKey: Changes = {
  api_keys: ({ keys }: { keys: object[] }) => ({
    keys: keys.map((key) => ({ ...key, service: null, state: 'activa' })),
  }),
}
const noKeys = { available: true, required: false, keys: [] }
const totp = { enabled_at: null, recovery_codes_left: 0, required: false, owed: false }
const withTotp: Changes = {
  security: (one: object) => ({
    ...one,
    passkeys: noKeys,
    totp: { ...totp, enabled_at: '2026-11-12T10:00:00.000Z', recovery_codes_left: 8 },
  }),
}
const withoutTotp: Changes = { security: (one: object) => ({ ...one, passkeys: noKeys, totp }) }
const oneKey: Changes = {
  security: (one: { passkeys: object }) => ({ ...one, totp, passkeys: { ...one.passkeys, required: false } }),
}
/** Presses `name`, which has to be opened again if the failure closed it. */
const again = (name: string | RegExp, open: readonly Step[]) => async () => {
  const dialog = layer().getAttribute('role') === 'menu' ? document.body : layer()
  const there = [...dialog.querySelectorAll(controls)].some((one) => matches(nameOfControl(one), name))
  const fresh = attempts === 0
  if (!there && !fresh) for (const step of open) await take(step)
  await waitFor(() => expect(document.querySelector('[role=menu]')).toBeNull())
  await take(name)
}
/** Adds an address to a list of recipients. */
const chip = (label: string, address: string) => async () => {
  await type({ [label]: address })
  fireEvent.keyDown(fieldOf(label), { key: 'Enter' })
}
const proof = { 'Contraseña actual': 'una frase larga', 'Código de tu aplicación o de recuperación': '123456' }
const password = { 'Contraseña actual': 'una frase larga' }
const editable: Changes = {
  details_template: (one: object) => ({
    ...one,
    archived: false,
    fields: [],
    page_sizes: [{ width: 595, height: 842 }],
  }),
}
/** A browser with passkeys. */
const credentials = () => {
  const empty = new ArrayBuffer(1)
  const response = { attestationObject: empty, clientDataJSON: empty, getTransports: () => [] }
  const made = { id: 'AA', rawId: empty, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>())
  Object.defineProperty(navigator, 'credentials', { value: { create: async () => made }, configurable: true })
}

/** A running request whose recipient is asked now. */
const asked: Changes = {
  list_signing_requests: (page: { results: { recipients: object[] }[] }) => ({
    ...page,
    results: page.results.map((one) => ({
      ...one,
      status: 'enviada',
      recipients: one.recipients.map((recipient) => ({ ...recipient, status: 'enviado' })),
    })),
  }),
}

/** An open request for documents, one of which has arrived. */
const delivered: Changes = {
  list_signing_requests: (page: object) => ({ ...page, results: [] }),
  list_document_requests: (page: object) => {
    const request = documentRequestOf()
    const [first, second, ...rest] = request.requirements
    const file = { ...fileOf('rol.pdf'), id_documento: null }
    const arrived = { ...second!, status: 'recibido' as const, documents: [file] }
    return { ...page, results: [{ ...request, requirements: [first!, arrived, ...rest] }] }
  },
}

/** One screen that makes each call. A test fails when a call of the contract that acts has no row. */
const screens: Record<string, Screen> = {
  'POST restore_solicitud': { page: '/papelera', send: 'Recuperar titulo' },
  'POST restore_document': { page: '/papelera', send: 'Recuperar nombre' },
  'POST create_signing_request': {
    page: '/pedidos/nuevo?solicitud=AAAA-AAAA-AAAA-AAAA',
    changes: {
      list_signing_requests: (one: object) => ({ ...one, count: 0, results: [] }),
      details_solicitud: (one: object) => ({ ...one, fecha_agendada: null }),
    },
    typed: { Nombre: 'Ana Ríos', Correo: 'ana@oficina.ec', Mensaje: 'Revisa las fechas.' },
    send: 'Enviar pedido',
  },
  'POST send_signing_request': {
    page: solicitud,
    send: async () => {
      // The step of the case file has the same name.
      const own = () =>
        [...document.querySelectorAll('article button')].find((one) => one.textContent === es.requestCard.send)
      await waitFor(() => expect(own()).toBeDefined())
      fireEvent.click(own()!)
    },
    changes: { list_signing_requests: set({ actions: ['send'] }) },
  },
  'DELETE delete_signing_request': {
    page: solicitud,
    open: ['Acciones del pedido', 'Borrar el borrador'],
    send: 'Borrar',
    changes: { list_signing_requests: set({ actions: ['edit', 'delete'] }) },
  },
  'POST cancel_signing_request': {
    page: solicitud,
    open: ['Acciones del pedido', 'Anular el pedido'],
    typed: { Motivo: 'Cambió el acuerdo.' },
    send: 'Anular pedido',
    changes: { list_signing_requests: set({ actions: ['cancel'] }) },
  },
  'POST remind_recipient': { page: solicitud, send: 'Recordar a nombre', changes: asked },
  'POST recipient_link': {
    page: solicitud,
    send: ['Acciones de nombre', 'Copiar enlace'],
    changes: { ...asked, details_solicitud: (one: object) => ({ ...one, description: [] }) },
  },
  'POST update_recipient': {
    page: solicitud,
    open: ['Acciones de nombre', 'Cambiar correo o datos'],
    typed: { Correo: 'ana@oficina.ec', Teléfono: '099' },
    send: 'Guardar',
    changes: { ...asked, details_solicitud: (one: object) => ({ ...one, description: [] }) },
  },
  'POST create_document_request': {
    page: '/pedidos/documentos?solicitud=AAAA-AAAA-AAAA-AAAA',
    typed: { Nombre: 'Ana Ríos', Correo: 'ana@oficina.ec', Documento: 'Cédula', Mensaje: 'Para la audiencia.' },
    send: 'Enviar pedido',
  },
  'POST review_requirement': {
    page: solicitud,
    open: ['Revisar Rol de pagos', 'Devolver'],
    typed: { 'Qué debe corregir': 'No se lee el total.' },
    send: 'Devolver',
    changes: delivered,
  },
  'POST cancel_document_request': {
    page: solicitud,
    open: ['Acciones del pedido de documentos', 'Anular el pedido'],
    typed: { Motivo: 'Ya los tenemos.' },
    send: 'Anular pedido',
    changes: delivered,
  },
  'POST convene_parties': {
    page: solicitud,
    open: ['Convocar otra vez'],
    typed: { Mensaje: 'Traigan su cédula.' },
    send: 'Convocar',
  },
  'POST send_solicitud': {
    page: solicitud,
    open: ['Enviar'],
    typed: { Mensaje: 'El plazo vence el viernes.' },
    send: 'Enviar',
    changes: { details_solicitud: (one: object) => ({ ...one, fecha_agendada: null }) },
  },
  'POST return_pendient': {
    page: solicitud,
    open: ['Más acciones', 'Devolver'],
    typed: { Motivo: 'Falta la cédula.' },
    send: 'Devolver',
  },
  'POST update_solicitud_type': {
    page: solicitud,
    open: ['Editar'],
    typed: { Título: 'Otro título' },
    send: 'Guardar',
  },
  'DELETE delete_solicitud': {
    page: solicitud,
    open: ['Más acciones', /^Eliminar/],
    send: /^Eliminar/,
  },
  'POST record_mediation': {
    page: solicitud,
    open: ['Registrar resultado', /^Acordaron|^Acuerdo parcial/],
    send: 'Guardar',
  },
  'DELETE delete_document': {
    page: solicitud,
    open: ['Acciones de nombre', /^Eliminar/],
    send: again('Eliminar', ['Acciones de nombre', /^Eliminar/]),
  },
  'POST upload_document': { page: solicitud, open: [choose('Acta.pdf')], send: 'Reintentar' },
  'POST download_zip': { page: '/solicitudes', open: ['Seleccionar titulo'], send: 'Descargar ZIP' },
  'GET export_solicitudes': { page: '/solicitudes', send: 'Exportar CSV' },
  'POST bulk_solicitudes': {
    page: '/solicitudes',
    open: ['Seleccionar titulo', 'Devolver', () => type({ Motivo: 'Falta la cédula.' })],
    send: /^Devolver|^Reintentar la/,
    changes: { get_list_solicitud_main_type2: set({ status: 'agendado' }) },
  },
  'GET solicitud_ics': {
    page: solicitud,
    send: es.caseFile.toCalendar,
    changes: { details_solicitud: set({ status: 'agendado', fecha_agendada: '2100-01-01T10:00:00.000Z' }) },
  },
  'POST create_share_document': {
    page: documento,
    open: ['Compartir'],
    typed: { 'Aperturas máximas': '5' },
    secret: { Contraseña: 'una frase larga' },
    send: 'Crear enlace',
  },
  'DELETE remove_share': {
    page: documento,
    open: ['Compartir', 'Anular'],
    send: again('Sí, anular', ['Anular']),
    changes: { list_share: set({ revoked_at: null, views: 0, max_views: null }) },
  },
  'POST user_shared': {
    page: documento,
    open: ['Compartir', 'Personas de la oficina', 'Quitar a nombre'],
    send: 'Guardar',
  },
  'GET download_document': { page: documento, send: 'Descargar' },
  'GET evidence_report': { page: documento, open: ['Firmas1'], send: 'Informe de evidencias' },
  'POST extend_signatures': {
    page: documento,
    open: ['Firmas1'],
    send: 'Reforzar para archivo',
    changes: { verify_document: set({ summary: 'valid' }) },
  },
  'POST custom_pdf_signing': {
    page: documento,
    changes: {
      do_have_digital_signature: set({ problems: [] }),
      preflight_signing: set({ problem: null, problems: [], certified: null }),
    },
    typed: { Motivo: 'Conforme' },
    secret: { 'Clave del certificado': 'clave-1' },
    send: () => void fireEvent.click(document.querySelector('form button[type=submit]')!),
  },
  'POST send_document_by_email': {
    page: documento,
    open: ['Enviar por correo', chip('Para', 'rosa@ejemplo.ec')],
    typed: { Asunto: 'El convenio', Mensaje: 'Aquí está.' },
    send: 'Enviar',
  },
  'POST retry_email': {
    page: '/correos',
    open: ['subject', /^Reintentar|^Enviar ahora/, chip('Para', 'ana@ejemplo.ec')],
    send: 'Volver a enviar',
    changes: { details_email: set({ to: ['rosa@ejemplo.ec'], cc: [] }), outbox: set({ to: ['rosa@ejemplo.ec'] }) },
  },
  'POST cancel_email': {
    page: '/correos',
    open: ['subject', 'Descartar'],
    send: again('Sí, descartar', ['Descartar']),
  },
  'POST release_outbox': { page: '/correos', open: ['Enviar los retenidos'], send: 'Enviar ahora' },
  'PUT mail_settings': {
    page: '/correos',
    open: ['Configurar el correo', 'Cambiar'],
    changes: { mail_settings: (one: object) => ({ ...one, source: 'product' }) },
    typed: { Servidor: 'smtp.oficina.ec', 'Correo del remitente': 'foja@oficina.ec' },
    secret: { Contraseña: 'clave-1' },
    send: 'Guardar',
  },
  'DELETE mail_settings': {
    page: '/correos',
    open: ['Configurar el correo', 'Quitar'],
    send: 'Quitar el servidor',
    changes: { mail_settings: (one: object) => ({ ...one, source: 'product' }) },
  },
  'POST check_service': { page: '/estado', send: /^Probar / },
  'POST make_backup': {
    page: '/estado',
    send: 'Hacer una copia ahora',
    changes: {
      system_status: (one: { backup: object }) => ({ ...one, backup: { ...one.backup, running: false } }),
    },
  },
  'POST retry_job': { page: '/estado', send: 'Reintentar: title' },
  'POST discard_job': { page: '/estado', open: ['Descartar: title'], send: 'Descartar' },
  'POST test_mail': { page: '/correos', open: ['Configurar el correo'], send: 'Enviar una prueba' },
  'POST create_company': {
    page: '/empresas?nueva=1',
    typed: { Nombre: 'Cóndor Andino', Correo: 'oficina@condor.ec' },
    send: 'Crear empresa',
  },
  'PUT update_companies': {
    page: '/empresas',
    open: ['Acciones de nombre', 'Editar'],
    typed: { Nombre: 'Cóndor Andino' },
    send: 'Guardar',
  },
  'DELETE remove_company': { page: '/empresas', open: ['Acciones de nombre', 'Quitar'], send: 'Quitar' },
  'POST create_webhook': {
    page: programas,
    open: ['Nuevo webhook', 'Documentos'],
    typed: { 'Dirección del programa': 'https://contable.example/foja' },
    send: 'Crear webhook',
  },
  'PUT update_webhook': {
    page: programas,
    open: [/^Acciones de .api/, 'Cambiar'],
    typed: { 'Dirección del programa': 'https://contable.example/foja' },
    send: 'Guardar',
  },
  'DELETE delete_webhook': { page: programas, open: [/^Acciones de .api/, 'Borrar'], send: 'Borrar' },
  'POST rotate_webhook_secret': {
    page: programas,
    open: [/^Acciones de .api/, 'Cambiar el secreto'],
    send: 'Cambiar el secreto',
  },
  'POST test_webhook': { page: programas, send: /^Probar / },
  'POST replay_webhook_delivery': { page: programas, open: [/^Envíos a /], send: /^Enviar otra vez/ },
  'PUT change_provisioning': { page: empresa, typed: { 'Dominios de correo': 'oficina.ec' }, send: 'Guardar' },
  'POST upload_company_logo': { page: empresa, open: [choose('logo.png', 'image/png')], send: 'Guardar logotipo' },
  'DELETE remove_company_logo': { page: empresa, send: 'Quitar' },
  'POST create_user': {
    page: '/usuarios?nueva=1',
    typed: { 'Nombre y apellido': 'Ana Ríos', Correo: 'ana@oficina.ec' },
    send: 'Crear e invitar',
  },
  'PUT update_user': {
    page: '/usuarios',
    open: ['Acciones de nombre', 'Editar'],
    typed: { 'Nombre y apellido': 'Ana Ríos' },
    send: 'Guardar',
  },
  'DELETE remove_user': {
    page: '/usuarios',
    open: ['Acciones de nombre', 'Quitar de la oficina'],
    send: 'Quitar',
    changes: { list_users: set({ open_cases: 0 }) },
  },
  'POST invite_user': {
    page: '/usuarios',
    open: ['Acciones de nombre', 'Enviar otra invitación'],
    send: 'Enviar la invitación',
  },
  'PUT change_password_view': {
    page: '/usuarios',
    open: ['Acciones de nombre', 'Poner una contraseña'],
    secret: { 'Contraseña nueva': 'una frase larga nueva', 'Tu contraseña': 'otra frase larga' },
    send: 'Poner la contraseña',
  },
  'POST import_users': {
    page: '/usuarios?importar=1',
    open: [choose('personas.csv', 'text/csv', 'nombre,email,rol\nAna Ríos,ana@oficina.ec,usuario\n')],
    send: 'Comprobar',
  },
  'PUT update_profile': {
    page: '/perfil',
    changes: withoutTotp,
    typed: { Cargo: 'Directora' },
    send: 'Guardar cambios',
  },
  'POST change_password': {
    page: '/perfil',
    open: ['Cambiar contraseña'],
    changes: withoutTotp,
    secret: { 'Contraseña actual': 'otra cosa larga', 'Contraseña nueva': 'una frase larga nueva' },
    send: 'Guardar contraseña',
  },
  'GET export_own_data': { page: '/perfil', changes: withoutTotp, send: 'Descargar mis datos' },
  'GET export_personal_data': {
    page: privacidad,
    open: [async () => type({ 'Correo o identificación': 'ana@cliente.example' }), 'Buscar'],
    send: 'Descargar todo',
  },
  'POST erase_personal_data': {
    page: privacidad,
    open: [async () => type({ 'Correo o identificación': 'ana@cliente.example' }), 'Buscar', 'Borrar…'],
    typed: { Motivo: 'Lo pidió por carta.' },
    send: 'Borrar para siempre',
    changes: { personal_data: set({ abiertos: 0, retenidos: 0 }) },
  },
  'PUT change_retention': { page: privacidad, send: 'Ver qué se iría' },
  'POST hold_case': {
    page: solicitud,
    open: ['Más acciones', 'Retener o soltar'],
    typed: { Motivo: 'Hay un juicio.' },
    send: 'Retener',
    changes: { case_hold: set({ hold: null }) },
  },
  'POST create_api_key': {
    page: '/perfil',
    changes: withoutTotp,
    open: ['Nueva clave', 'Leer: Solicitudes', async () => type({ Nombre: 'Sistema contable' }), 'Continuar'],
    secret: { 'Contraseña actual': 'otra cosa larga' },
    send: 'Crear clave',
  },
  'DELETE revoke_api_key': {
    page: '/perfil',
    changes: { ...withoutTotp, ...ownKey },
    open: [/^Revocar /],
    send: 'Revocar',
  },
  'DELETE end_session': { page: '/perfil', send: /^Cerrar la sesión/, changes: { ...withoutTotp, ...others } },
  'POST end_other_sessions': {
    page: '/perfil',
    open: [/^Cerrar (las|todas)/],
    send: /^Cerrar (las|todas)/,
    changes: { ...withoutTotp, ...others },
  },
  'PUT rename_passkey': {
    page: '/perfil',
    open: ['Cambiar el nombre de nombre'],
    typed: { 'Nombre de la llave': 'Mi teléfono' },
    send: 'Guardar',
  },
  'PUT signing_settings': {
    page: '/firma/ajustes',
    typed: { Dirección: 'https://tsa.ejemplo.ec', Política: '1.2.3' },
    send: 'Guardar',
  },
  'POST office_seal': {
    page: '/firma/ajustes',
    open: ['Reemplazar', choose('sello.p12', 'application/x-pkcs12')],
    secret: { 'Clave del certificado': 'clave-1' },
    send: 'Guardar sello',
  },
  'DELETE office_seal': { page: '/firma/ajustes', open: ['Quitar el sello'], send: 'Quitar' },
  'POST test_timestamp': { page: '/firma/ajustes', send: 'Probar' },
  'GET remove_signature': { page: '/firma', open: ['Quitar'], send: 'Quitar' },
  'DELETE signature_image': { page: '/firma', send: 'Quitar imagen' },
  'POST upload_signer': {
    page: '/firma',
    open: ['Reemplazar', choose('firma.p12', 'application/x-pkcs12')],
    secret: { 'Clave del certificado': 'clave-1' },
    send: 'Guardar certificado',
  },
  'POST set_authority': { page: '/autoridades?pais=EC', send: toggle(1) },
  'POST set_authority_country': { page: '/autoridades', send: toggle(0) },
  'POST upload_trust_anchor': {
    page: '/autoridades',
    open: ['Agregar desde archivo'],
    send: choose('raiz.cer', 'application/x-x509-ca-cert'),
  },
  'DELETE remove_trust_anchor': { page: '/autoridades', open: [/^Desde archivo/, /^Quitar /], send: 'Quitar' },
  'GET rename_template': {
    page: '/plantillas',
    changes: { list_template: set({ archived: false }) },
    open: ['Acciones de name', 'Cambiar el nombre'],
    typed: { Nombre: 'Acta de acuerdo' },
    send: 'Guardar',
  },
  'DELETE delete_template': {
    page: '/plantillas',
    open: ['Acciones de name', 'Eliminar'],
    send: again('Eliminar', ['Acciones de name', 'Eliminar']),
    changes: { list_template: set({ archived: false, uses: 0 }) },
  },
  'GET export_template': { page: '/plantillas', send: ['Acciones de name', 'Exportar'] },
  'POST restore_template': {
    page: '/plantillas',
    send: ['Acciones de name', /^Recuperar/],
    changes: { list_template: set({ archived: true }) },
  },
  'POST fill_template': {
    page: `/plantillas/${id}/usar`,
    typed: { label: 'x', Nombre: 'Acta de hoy' },
    send: 'Crear documento',
  },
  'POST request_from_template': {
    page: `/plantillas/${id}/usar`,
    changes: {
      details_template: (one: { fields: object[] }) => ({
        ...one,
        fields: [...one.fields, { ...one.fields[0], key: 'firma', label: 'Firma', type: 'signature' }],
      }),
      details_solicitud: (one: object) => ({ ...one, partes: [] }),
    },
    open: [async () => type({ label: 'x', Nombre: 'Acta de hoy' }), 'Pedir firmas'],
    typed: { Correo: 'ana@oficina.ec', Nombre: 'Ana Ríos', Mensaje: 'Revisa las fechas.' },
    send: 'Enviar pedido',
  },
  'POST begin_totp': { page: '/perfil', changes: withoutTotp, open: ['Activar'], secret: password, send: 'Continuar' },
  'POST confirm_totp': {
    page: '/perfil',
    changes: withoutTotp,
    open: ['Activar', () => type(password), 'Continuar'],
    typed: { 'Código de seis números que muestra ahora': '123456' },
    send: 'Confirmar y activar',
  },
  'POST renew_recovery_codes': {
    page: '/perfil',
    changes: withTotp,
    open: ['Códigos nuevos'],
    secret: proof,
    send: 'Continuar',
  },
  'POST remove_totp': { page: '/perfil', changes: withTotp, open: ['Quitar'], secret: proof, send: 'Quitar' },
  'POST remove_passkey': {
    page: '/perfil',
    changes: oneKey,
    open: ['Quitar nombre'],
    secret: { ...password, 'Código de recuperación': '123456' },
    send: 'Quitar',
  },
  'POST challenge_passkey': {
    page: '/perfil',
    changes: oneKey,
    open: [credentials, 'Quitar nombre'],
    send: 'Confirmar con una llave de acceso',
  },
  'POST begin_passkey': {
    page: '/perfil',
    changes: withoutTotp,
    open: [credentials, 'Agregar una llave'],
    secret: password,
    send: 'Continuar',
  },
  'POST fill_batch': {
    page: `/plantillas/${id}/usar?modo=varios`,
    open: [choose('datos.csv', 'text/csv', 'label\nx\n')],
    send: /^Crear/,
  },
  'DELETE fill_batch': {
    page: `/plantillas/${id}/usar?modo=varios&lote=${id}`,
    send: /^Cancelar|^Detener/,
    changes: { 'GET fill_batch': set({ status: 'running', zip: false }) },
  },
  'GET fill_batch_zip': {
    page: `/plantillas/${id}/usar?modo=varios&lote=${id}`,
    send: /ZIP/,
    changes: { 'GET fill_batch': set({ status: 'done', zip: true }) },
  },
  'POST save_template': { page: `/plantillas/${id}`, changes: editable, open: ['Agregar texto'], send: 'Guardar' },
  'POST detect_fields': { page: `/plantillas/${id}`, changes: editable, send: ['Más herramientas', /^Buscar campos/] },
  'POST import_template': {
    page: '/plantillas?nueva=1',
    open: ['Importar'],
    send: choose('acta.plantilla.json', 'application/json', '{}'),
  },
  'POST unlock_pdf': {
    page: '/solicitudes/nueva',
    open: [() => type({ 'Título del expediente': 'Arrendamiento' }), 'Continuar'],
    // A file of the same name and size is in the list already.
    send: async () => choose(`Banco ${newUuid()}.pdf`, 'application/pdf', '%PDF-1.7 /Encrypt')(),
  },
  'POST list_solicitud_main_type': {
    page: '/solicitudes/nueva',
    open: [
      () => type({ 'Título del expediente': 'Arrendamiento' }),
      'Continuar',
      choose('Demanda.pdf'),
      'Continuar',
      'Continuar',
    ],
    send: /^Crear expediente|^Reintentar/,
  },
  'POST trust_issuer': {
    page: documento,
    open: ['Firmas1', 'Confiar en este emisor'],
    send: 'Confiar',
    changes: {
      verify_document: set({
        summary: 'indeterminate',
        indication: 'INDETERMINATE',
        subindication: 'NO_CERTIFICATE_CHAIN_FOUND',
        trusted: false,
        chain: set({ fingerprint: 'other' }),
      }),
    },
  },
  'POST read_notifications': { page: '/', open: [/^Avisos/], send: 'Marcar todo como leído' },
  'DELETE sample_office': { page: '/', open: ['Quitarlos'], send: 'Quitar los datos de ejemplo' },
  'POST setup': {
    page: '/bienvenida',
    typed: { 'Nombre de la empresa': 'Cóndor Andino', 'Nombre y apellido': 'Lucía', Correo: 'lucia@condor.ec' },
    secret: { Contraseña: 'una frase larga nueva', 'Código de instalación': 'ABCD' },
    send: 'Crear e ingresar',
  },
  'POST recipient_code': {
    page: '/pedido?p=abc',
    send: 'Enviarme el código',
    changes: {
      recipient_request: () => ({
        kind: 'codigo',
        company: 'Cóndor Andino',
        logo: null,
        asked_by: 'Lucía Peñaherrera',
        email: 'jo•••@cliente.example',
        code_until: null,
      }),
    },
  },
  'POST recipient_fill': {
    page: '/pedido?p=abc',
    open: ['Llenar mis datos'],
    typed: { Domicilio: 'Calle Ñandú 7' },
    send: 'Guardar mis datos',
    changes: {
      recipient_request: set({
        acts: ['read', 'fill'],
        fill: { locale: 'es-EC', fields: [makeField('domicilio', { label: 'Domicilio' })], data: {} },
      }),
    },
  },
  'POST recipient_approve': {
    page: '/pedido?p=abc',
    open: ['Aprobar'],
    send: 'Sí, aprobar',
    changes: { recipient_request: set({ acts: ['read', 'approve'], rol: 'aprueba' }) },
  },
  'POST recipient_decline': {
    page: '/pedido?p=abc',
    open: ['No voy a firmar'],
    typed: { Motivo: 'El monto no es ese.' },
    send: 'Rechazar el pedido',
  },
  'DELETE recipient_delivered': {
    page: '/pedido?p=abc',
    send: 'Quitar rol.pdf',
    changes: {
      recipient_request: () => {
        const [first, ...rest] = deliveryOf().requirements
        return deliveryOf({
          requirements: [{ ...first!, status: 'recibido', documents: [fileOf('rol.pdf')] }, ...rest],
        })
      },
    },
  },
  'POST recipient_answer': {
    page: '/pedido?p=abc',
    open: ['Pedir otra fecha'],
    typed: { Motivo: 'Ese día viajo.' },
    send: 'Enviar',
    changes: { recipient_request: () => convenedOf() },
  },
  'POST recipient_delegate': {
    page: '/pedido?p=abc',
    open: ['Debe firmar otra persona'],
    typed: { 'Nombre y apellido': 'Rosa Mora', Correo: 'rosa@ejemplo.ec' },
    send: 'Pasar el pedido',
  },
  'POST verify_document': { page: '/verificar', open: [choose('Acta.pdf')], send: 'Reintentar' },
  'POST forgot_password': { page: '/olvide', typed: { Correo: 'ana@oficina.ec' }, send: 'Enviar el enlace' },
  'POST set_password': {
    page: '/elegir-clave#token=abc',
    secret: { 'Contraseña nueva': 'una frase larga nueva' },
    send: /^Guardar/,
  },
}

/** Calls that no screen makes in jsdom: why, and the test that makes them. */
const elsewhere: Record<string, { why: string; test: string }> = {
  'POST change_status_mediation': { why: 'Screens use record_mediation.', test: 'e2e/casework.test.ts' },
  'POST confirm_passkey': { why: 'The browser makes the passkey.', test: 'e2e/passkeys.test.ts' },
  'POST prepare_signing': { why: 'The key is opened in a worker.', test: 'e2e/browser-signing.test.ts' },
  'POST recipient_prepare': {
    why: 'The key is opened in a worker.',
    test: 'apps/web/src/features/recipient/recipient-page.test.tsx',
  },
  'POST recipient_deliver': {
    why: 'Its errors stay beside the document.',
    test: 'apps/web/src/features/recipient/delivery/delivery-page.test.tsx',
  },
  'POST recipient_complete': {
    why: 'The key signs in a worker.',
    test: 'apps/web/src/features/recipient/recipient-page.test.tsx',
  },
  'POST recipient_sign_simple': {
    why: 'It needs a canvas, and its errors stay beside the signature.',
    test: 'apps/web/src/features/recipient/simple-step.test.tsx',
  },
  'POST complete_signing': { why: 'The key signs in a worker.', test: 'e2e/browser-signing.test.ts' },
}

useServer()

const statuses = [403, 404, 409, 429, 500, 0] as const
const detail = 'El servidor dice por qué.'
let failing: { call: string; status: number } | null = null
/** Attempts of the call that fails. */
let attempts = 0

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('CSS', { ...globalThis.CSS, supports: () => true, escape: (text: string) => text })
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  toast.dismiss()
  attempts = 0
})
afterEach(() => {
  // Before the session is reset, on which a mounted page would leave.
  cleanup()
  closeDetour()
  clearFailure()
  failing = null
  toast.dismiss()
  // Another user takes over: the page forgets what it has loaded.
  for (const user of ['one', 'other']) claim(user)
  vi.unstubAllGlobals()
})

/** What screens say without an answer. */
const unanswered = [
  es.failure.unanswered,
  'El servidor no respondió.',
  'No hubo respuesta del servidor',
  es.verify.offline,
  es.account.failed,
  es.listTools.unansweredText,
  es.fill.unanswered,
]

const text = () => document.body.textContent
/** Waits until the page reports an attempt after the `before` first ones. */
async function reported(call: string, status: number, before: number): Promise<void> {
  const path = `/api/v1/${call.split(' ')[1]!}/`
  const action = es.failure.actions[call.split(' ')[1]!]
  await waitFor(() => {
    if (attempts === before) throw new Error('Nothing was sent')
    if (window.location.pathname === '/refresh' || getDetour() !== null) throw new Error('Still on /refresh')
    const shown = text()
    const has = (wanted: string | undefined) => {
      if (wanted === undefined || !shown.includes(wanted))
        throw new Error(`No «${wanted}» of ${status} (${attempts} attempts) in: ${shown.slice(0, 3000)}`)
    }
    if (status === 0) {
      if (!unanswered.some((one) => shown.includes(one))) throw new Error(`No sentence in: ${shown.slice(0, 3000)}`)
      return
    }
    has(detail)
    if (staysOnPage(path, status)) return
    has(`K-${status}-${attempts}`)
    has(action)
  })
}

it.each(Object.keys(screens))('%s', async (call) => {
  const { page, open = [], typed = {}, secret = {}, send, changes } = screens[call]!
  const [method, name] = call.split(' ') as [string, string]
  const isPublic = /^\/(bienvenida|olvide|elegir-clave|verificar|pedido\b)/.test(page)
  server.use(...contractHandlers(changes))
  if (call.endsWith('provisioning')) server.use(withProvider())
  if (isPublic) server.use(http.get(at('/api/auth/session'), () => HttpResponse.json({})))
  server.use(
    http.all(at('/api/v1/*'), ({ request }) => {
      if (failing === null || request.method !== method || nameOf(new URL(request.url).pathname) !== name)
        return undefined
      attempts += 1
      if (failing.status === 0) return HttpResponse.error()
      return problem(failing.status, 'why', { detail, request_id: `K-${failing.status}-${attempts}` })
    }),
  )
  window.history.replaceState(null, '', page)
  render(
    <Providers>
      <App router={makeRouter()} />
    </Providers>,
  )
  // The first status also fails what a screen sends as soon as it is opened.
  failing = { call, status: statuses[0] }
  for (const step of open) await take(step)
  await type(typed)
  for (const status of statuses) {
    failing = { call, status }
    await type(secret)
    const before = attempts
    for (const step of Array.isArray(send) ? (send as Step[]) : [send as Step]) await take(step)
    await reported(call, status, before)
    for (const [label, value] of Object.entries(typed)) expect(fieldOf(label).value, label).toBe(value)
  }
  expect(attempts).toBeGreaterThanOrEqual(statuses.length)
})

/** What screens load, each with a page that shows it. */
const loaded: Record<string, string> = {
  'GET get_list_solicitud_main_type2': '/solicitudes',
  'GET list_signing_requests': '/pedidos',
  'GET list_document_requests': '/pedidos?tipo=documentos',
  'GET request_checklist': '/pedidos/documentos?solicitud=AAAA-AAAA-AAAA-AAAA',
  'GET details_convocation': solicitud,
  'GET details_solicitud': solicitud,
  'GET agenda': '/agenda',
  'GET summary': '/',
  'GET details_document': documento,
  'POST pdf_to_image': documento,
  'GET list_deleted': '/papelera',
  'GET list_deleted_solicitudes': '/papelera',
  'GET loose_documents': '/documentos',
  'GET list_template': '/plantillas',
  'GET details_template': `/plantillas/${id}`,
  'GET do_have_digital_signature': '/firma',
  'GET signing_settings': '/firma/ajustes',
  'GET office_seal': '/firma/ajustes',
  'GET list_trust_anchors': '/autoridades',
  'GET list_authority_countries': '/autoridades',
  'GET list_authorities': '/autoridades',
  'GET outbox': '/correos',
  'GET retention': `/privacidad?empresa=${id}`,
  'GET system_status': '/estado',
  'GET failed_jobs': '/estado',
  'GET list_companies': '/empresas',
  'GET list_users': '/usuarios',
  'GET details_users': '/perfil',
  'GET security': '/perfil',
  'GET list_sessions': '/perfil',
  'GET api_keys': '/perfil',
  'GET webhooks': programas,
  'GET provisioning': empresa,
  'GET fill_batch': `/plantillas/${id}/usar?modo=varios&lote=${id}`,
  'GET recipient_request': '/pedido?p=abc',
}
it.each(Object.keys(loaded))('%s gives the reason of the server', async (call) => {
  const [method, name] = call.split(' ') as [string, string]
  for (const status of [403, 500]) {
    const router = makeRouter()
    // The page as it is under and after /refresh.
    setNavigate(() => {})
    if (call.endsWith('provisioning')) server.use(withProvider())
    server.use(...contractHandlers(withoutTotp))
    server.use(
      http.all(at('/api/v1/*'), ({ request }) =>
        request.method === method && nameOf(new URL(request.url).pathname) === name
          ? problem(status, 'why', { detail, request_id: `K-${status}` })
          : undefined,
      ),
    )
    window.history.replaceState(null, '', loaded[call])
    const { unmount } = render(
      <Providers>
        <App router={router} />
      </Providers>,
    )
    await waitFor(() => {
      for (const part of [detail, `K-${status}`]) expect(text()).toContain(part)
    })
    expect(text()).not.toContain(es.domain.loadFailedText)
    unmount()
    sessionStorage.clear()
    for (const user of ['one', 'other']) claim(user)
  }
})

it('every acting call of the contract has a screen', () => {
  const acting = endpoints.filter(({ method, path }) => {
    const name = nameOf(path)!
    return method === 'GET' ? actingGets.includes(name) : !loads.includes(name)
  })
  const names = [...new Set(acting.map(({ method, path }) => `${method} ${nameOf(path)}`))]
  expect([...Object.keys(screens), ...Object.keys(elsewhere)].toSorted()).toEqual(names.toSorted())
  const root = join(import.meta.dirname, '../../../..')
  for (const { test } of Object.values(elsewhere)) expect(existsSync(join(root, test)), test).toBe(true)
})
