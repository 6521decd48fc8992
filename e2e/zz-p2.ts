import { launchBrowser } from '@foja/testing/browser'
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { desktop, phone } from './support/devices.ts'
import { p12With, passphrase, rootCertificate } from './support/keys.ts'
import { pdfFile } from './support/person.ts'
import { call, enter, installOffice, keepCertificate, listCases, makeCase, trust } from './support/wire.ts'
import { ownDocument } from './support/pdfs.ts'
import { look } from './support/look.ts'

const origin = 'http://127.0.0.1:3290'
const browser = await launchBrowser()
const [, , what, ...names] = process.argv
if (what === 'setup') {
  const context = await browser.newContext(desktop)
  await installOffice(context, origin, true)
  await keepCertificate(context, origin, p12With({}), passphrase)
  const groups = await listCases(context, origin)
  const { bytes } = ownDocument()
  const signed = (await makeCase(context, origin, 'Convenio A-17', 'convenio-a-17.pdf', bytes)).document
  const unsigned = (await makeCase(context, origin, 'Convenio B-18', 'convenio-b-18.pdf', bytes)).document
  await call(context, origin, 'custom_pdf_signing/', { id_documento: signed.id_documento, password: passphrase, position: { page: 1, x: 200, y: 500, width: 176, height: 69 }, appearance: 'qr', reason: 'Apruebo', location: 'Quito', utc_offset: -300 })
  const shared = await call<{ url: string }>(context, origin, 'create_share_document/', { id_documento: signed.id_documento })
  const locked = await call<{ url: string }>(context, origin, 'create_share_document/', { id_documento: signed.id_documento, password: 'abrete sesamo' })
  const big = groups.toSorted((a, b) => b.solicitudes.length - a.solicitudes.length)[0]!
  writeFileSync('/tmp/p2-state.json', JSON.stringify({ signed: signed.id_documento, unsigned: unsigned.id_documento, shared: shared.url, locked: locked.url, big: big.solicitudes.at(-1)!.id_solicitud, bigFirst: big.solicitudes[0]!.id_solicitud, titles: groups.map((g) => [g.titulo, g.solicitudes.length]) }))
  console.log(readFileSync('/tmp/p2-state.json', 'utf8'))
} else {
  const s = JSON.parse(readFileSync('/tmp/p2-state.json', 'utf8')) as Record<string, string>
  const out = process.env['OUT'] ?? '/tmp/p2-shots'
  mkdirSync(out, { recursive: true })
  const lang = process.env['LNG'] ?? 'es'
  const runs = (process.env['RUNS'] ?? 'dl,dd,pl,pd').split(',')
  const es = lang === 'es'
  type Screen = (page: Page) => Promise<void>
  const go = (path: string): Screen => async (page) => void (await page.goto(origin + path))
  const fail = (pattern: string, status: number): Screen => async (page) => {
    await page.route(pattern, (route) => route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ type: 'about:blank', title: 'x', status, detail: 'x', code: 'x' }) }))
  }
  const after = (first: Screen, ...more: Screen[]): Screen => async (page) => { await first(page); for (const one of more) await one(page) }
  const slow: Screen = async (page) => { await page.route('**/api/v1/**', () => {}) }
  const clickText = (text: string | RegExp): Screen => async (page) => { await page.getByRole('button', { name: text }).filter({ visible: true }).first().click() }
  const settle: Screen = async (page) => { await page.waitForLoadState('networkidle'); await page.waitForTimeout(300) }
  const screens: Record<string, Screen> = {
    home: go('/'), list: go('/solicitudes'), case: go(`/solicitudes/${s['big']}`), case1: go(`/solicitudes/${s['bigFirst']}`),
    sign: after(go(`/documentos/${s['unsigned']}?tab=firmar`), settle, clickText(es ? 'Colocar en esta página' : /Place/)),
    signtext: after(go(`/documentos/${s['unsigned']}?tab=firmar`), settle, clickText(es ? 'Colocar en esta página' : /Place/), async (page) => { await page.getByText(es ? 'Datos' : /^Details$|^Data$/, { exact: true }).first().click(); await page.getByLabel(es ? 'Razón' : 'Reason').fill('Apruebo el documento'); await page.getByLabel(es ? 'Lugar' : 'Place', {exact: true}).fill('Quito') }),
    signed: go(`/documentos/${s['signed']}?tab=firmas`),
    facts: after(go(`/documentos/${s['signed']}?tab=firmas`), async (page) => { await page.locator('details summary').first().click() }),
    versions: go(`/documentos/${s['signed']}?tab=versiones`),
    firma: go('/firma'), trust: go('/autoridades'), profile: go('/perfil'), wizard: go('/solicitudes/nueva'),
    wizard1: after(go('/solicitudes/nueva'), settle, async (page) => { await page.getByLabel(es ? 'Título del expediente' : /title/i).fill('Arriendo de la bodega'); await page.waitForTimeout(800) }, clickText(es ? 'Continuar' : 'Continue'), async (page) => { await page.locator('input[type=file]').setInputFiles([pdfFile('Contrato de arrendamiento.pdf', ownDocument().bytes), pdfFile('Acta de entrega y recepción del inmueble ubicado en la avenida Amazonas.pdf', Buffer.concat([ownDocument().bytes, Buffer.from('%a\n')]))]) }),
    wizard2: after(clickText(es ? 'Continuar' : 'Continue'), clickText(es ? 'Añadir persona' : 'Add'), async (page) => { await page.getByLabel(es ? 'Nombre' : 'Name', { exact: true }).fill('Íñigo Núñez'); await page.getByLabel(es ? 'Papel' : 'Role').fill('Arrendatario') }),
    wizard3: after(clickText(es ? 'Continuar' : 'Continue')),
    share: after(go(`/documentos/${s['signed']}?tab=firmas`), settle, async (page) => { const b = page.getByRole('button', { name: es ? 'Compartir' : 'Share' }).first(); if (await b.isVisible()) await b.click(); else { await page.getByRole('button', { name: es ? 'Más acciones' : 'More actions' }).click(); await page.getByRole('menuitem', { name: es ? 'Compartir' : 'Share' }).click() } }),
    share2: clickText(es ? 'Crear enlace' : /Create/),
    shared: async (page) => void (await page.goto(s['shared']!)), locked: async (page) => void (await page.goto(s['locked']!)),
    gone: go('/compartido?share=nada-de-nada-de-nada-de-nada-de-nada'), notfound: go('/nada'), casemissing: go('/solicitudes/AAAA-BBBB-CCCC-DDDD'),
    search0: go('/solicitudes?q=nada+de+esto'),
    empty: after(async (page) => { await page.route('**/get_list_solicitud_main_type2/**', (r) => r.fulfill({ json: { count: 0, page: 1, page_size: 10, next: null, previous: null, results: [] } })) }, go('/solicitudes')),
    homeempty: go('/'),
    skelhome: after(slow, go('/')), skellist: go('/solicitudes'), skelcase: go(`/solicitudes/${s['big']}`), skeldoc: go(`/documentos/${s['signed']}?tab=firmas`), skelfirma: go('/firma'), skeltrust: go('/autoridades'), skelprofile: go('/perfil'),
    down: after(async (page) => { await page.unrouteAll(); await page.route('**/api/v1/get_list**', (r) => r.abort()) }, go('/solicitudes')),
    forbidden: after(async (page) => { await page.unrouteAll(); await fail('**/api/v1/get_list**', 403)(page) }, go('/solicitudes')),
    broken: after(async (page) => { await page.unrouteAll(); await fail('**/api/v1/get_list**', 500)(page) }, go('/solicitudes')),
    missing: after(async (page) => { await page.unrouteAll(); await fail('**/api/v1/get_list**', 404)(page) }, go('/solicitudes')),
    too: after(async (page) => { await page.unrouteAll(); await fail('**/api/v1/get_list**', 429)(page) }, go('/solicitudes')),
    refreshdown: after(async (page) => { await page.unrouteAll(); await page.route('**/api/auth/session**', (r) => r.fulfill({ status: 503, body: '' })) }, go('/refresh?volver=%2Fsolicitudes')),
    bootdown: go('/solicitudes'),
    over: after(async (page) => { await page.unrouteAll(); await page.goto(origin + '/solicitudes'); await settle(page); await page.context().clearCookies() ; await page.goto(origin + '/solicitudes/nueva') }),
    overwrong: async (page) => { await page.getByLabel(es ? 'Contraseña' : 'Password', { exact: true }).fill('mala'); await page.getByRole('button', { name: es ? 'Continuar donde estaba' : /Continue/ }).click() },
    ingresar: go('/ingresar'),
  }
  for (const run of runs) {
    const device = run[0] === 'd' ? desktop : phone
    const mode = run[1] === 'l' ? 'light' : 'dark'
    const context = await browser.newContext({ ...device, deviceScaleFactor: run[0] === 'p' ? 2 : 1, locale: es ? 'es-EC' : 'en-GB', timezoneId: 'America/Guayaquil', colorScheme: mode })
    await enter(context, origin)
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log(run, 'CONSOLE', m.text().slice(0, 200)) })
    page.on('pageerror', (e) => console.log(run, 'PAGEERROR', e.message))
    for (const name of names) {
      try {
        await screens[name]!(page)
        if (!name.startsWith('skel')) await settle(page)
        else await page.waitForTimeout(1200)
        if (process.env['PRINT']) await page.emulateMedia({ media: 'print' })
        if (process.env['AXE']) { try { await look(page, name) } catch (e) { console.log(run, name, 'AXE', String(e).slice(0, 1200)) } }
        const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        if (Number(wide) > 0) console.log(run, name, 'OVERFLOW', wide)
        if (run[0] === 'p' && process.env['TARGETS']) console.log(run, name, await page.evaluate(`[...document.querySelectorAll('button,a,input,select,[role=button]')].filter(e=>{const r=e.getBoundingClientRect();return r.width>0&&r.height>0&&r.height<43.5&&getComputedStyle(e).position!=='absolute'}).map(e=>{const r=e.getBoundingClientRect();const b=getComputedStyle(e,'::after'),c=getComputedStyle(e,'::before');return (e.getAttribute('aria-label')||e.textContent||e.name).slice(0,30)+' '+Math.round(r.width)+'x'+Math.round(r.height)+(e.className.includes?.('touch-target')?' T':'')})`))
        await page.screenshot({ path: `${out}/${name}-${run}-${lang}.png` })
        if (lang === 'en') { const text = String(await page.locator('body').innerText()); const left = text.split('\n').filter((l) => /[áéíóúñ¿¡]|\b(de|la|el|una|con|para|sin)\b/i.test(l)); if (left.length) console.log(run, name, 'SPANISH?', left.slice(0, 8)) }
      } catch (error) { console.log(run, name, 'FAILED', String(error).slice(0, 400)); await page.screenshot({ path: `${out}/${name}-${run}-${lang}-failed.png` }).catch(() => {}) }
    }
    await context.close()
  }
}
await browser.close()
