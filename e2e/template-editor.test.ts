// The template editor, by mouse and by keyboard alone, from opening to saving.
import type { TemplateField } from '@foja/contracts/template-fields'
import type { Template } from '@foja/contracts/templates'
import { launchBrowser } from '@foja/testing/browser'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { desktop, phone } from './support/devices.ts'
import { startFoja } from './support/foja.ts'
import { focusedOn, tabTo } from './support/keyboard.ts'
import { look, untilQuiet, watch } from './support/look.ts'
import { pdfFile } from './support/person.ts'
import { texts as t } from './support/spanish.ts'
import { call, installOffice, sendFiles } from './support/wire.ts'

const words = t.templateEditor

/** A template of two pages without fields or form. */
async function makeTemplate(name: string, fields: TemplateField[] = []): Promise<Template> {
  const file = pdfFile(`${name}.pdf`, makePdf({ pages: 2 }))
  const { documents } = await sendFiles<{ documents: { pdf_path: string }[] }>(
    context,
    foja.origin,
    'upload_document/',
    undefined,
    [file],
  )
  return call<Template>(context, foja.origin, 'save_template/', {
    key: randomUUID(),
    name,
    pdf_path: documents[0]!.pdf_path,
    fields,
    locale: 'es-EC',
  })
}

const saved = (id: string) => call<Template>(context, foja.origin, `details_template/${id}/`)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const fields = () => page.locator('[data-field]')
const field = (name: string | RegExp) => page.getByRole('option', { name }).and(fields())
const paper = (number: number) => page.getByRole('region', { name: words.canvas }).locator(`[data-page="${number}"]`)
const press = (keys: string) => page.keyboard.press(keys)
const see = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor()

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('the element is not visible')
  return box
}

/** Drags from the middle of an element to a place in the window, in steps. */
async function drag(from: Locator, to: { x: number; y: number }, drop = true) {
  const box = await boxOf(from)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x - 4, to.y - 4, { steps: 5 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  if (drop) await page.mouse.up()
}

/** Waits until an element has kept its place for several frames. */
const untilAtRest = `(element) => new Promise((resolve) => {
  const look = (last, same) => {
    const { top } = element.getBoundingClientRect()
    if (same === 5) resolve()
    else requestAnimationFrame(() => look(top, top === last ? same + 1 : 0))
  }
  look(NaN, 0)
})`

/** Number of template drafts in the browser's storage. */
const keptDrafts = () =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('foja-files')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const rows = opening.result.transaction('files').objectStore('files').getAllKeys()
      rows.onsuccess = () => {
        opening.result.close()
        resolve(rows.result.filter((key) => key.startsWith('editor-draft:')).length)
      }
    }
  })`) as Promise<number>

async function open(id: string) {
  await page.goto(`${foja.origin}/plantillas/${id}`)
  await page.getByRole('region', { name: words.canvas }).waitFor()
  await untilQuiet(page)
}

const foja = await startFoja()
const browser = await launchBrowser()
const context = await browser.newContext(desktop)
await installOffice(context, foja.origin)
let page = await context.newPage()
let faults = watch(page)
afterAll(async () => {
  await browser.close()
  await foja.stop()
})

describe('template editor by mouse', () => {
  let id = ''

  it('opens from the list, without fields', async () => {
    id = (await makeTemplate('Acta con el ratón')).id
    await page.goto(`${foja.origin}/plantillas`)
    await page.getByRole('link', { name: 'Acta con el ratón', exact: true }).first().click()
    await see(words.noFields)
    await look(page, 'editor-vacio')
  })

  it('adds a field with a press and another where it is dropped', async () => {
    await button(words.addField('text')).click()
    await field(/^Texto, texto, página 1/).waitFor()
    await expect.poll(() => focusedOn(page)).toMatch(/^Texto, texto, página 1/)
    const { x, y, width, height } = await boxOf(paper(1))
    await drag(button(words.addField('date')), { x: x + width * 0.3, y: y + height * 0.2 })
    await field(/^Fecha, fecha, página 1/).waitFor()
    await drag(button(words.addField('signature')), { x: x - 40, y: y + height * 0.2 })
    await expect.poll(() => fields().count()).toBe(2)
    await look(page, 'editor-campos')
  })

  it('moves a field, snapped to another with guides, and undoes it', async () => {
    const text = field(/^Texto,/)
    const date = await boxOf(field(/^Fecha,/))
    const { width, height } = await boxOf(text)
    // Nearly aligned with the left side of the date: the guide snaps it.
    await drag(text, { x: date.x + width / 2 + 3, y: date.y + 120 + height / 2 }, false)
    await page
      .getByText(/^\d+ pt$/)
      .first()
      .waitFor()
    await look(page, 'editor-guias')
    await page.mouse.up()
    await expect.poll(async () => Math.abs((await boxOf(text)).x - date.x)).toBeLessThan(1)
    await button(words.undo).click()
    await expect.poll(async () => Math.abs((await boxOf(text)).x - date.x)).toBeGreaterThan(20)
    await button(words.redo).click()
    await expect.poll(async () => Math.abs((await boxOf(text)).x - date.x)).toBeLessThan(1)
  })

  it('resizes by a handle', async () => {
    await field(/^Texto,/).click()
    const handle = field(/^Texto,/).locator('[data-handle=se]')
    const before = await boxOf(field(/^Texto,/))
    const at = await boxOf(handle)
    await drag(handle, { x: at.x + 60, y: at.y + 20 })
    await expect.poll(async () => (await boxOf(field(/^Texto,/))).width).toBeGreaterThan(before.width + 40)
  })

  it('selects both with a frame and aligns them', async () => {
    const [one, two] = [await boxOf(field(/^Texto,/)), await boxOf(field(/^Fecha,/))]
    await page.mouse.move(Math.min(one.x, two.x) - 20, Math.min(one.y, two.y) - 20)
    await page.mouse.down()
    await page.mouse.move(Math.max(one.x, two.x) + 30, Math.max(one.y, two.y) + 30, { steps: 6 })
    await page.mouse.up()
    await see(words.manyTitle(2))
    await look(page, 'editor-varios')
    await button(words.align.right).click()
    await expect
      .poll(async () => {
        const [a, b] = [await boxOf(field(/^Texto,/)), await boxOf(field(/^Fecha,/))]
        return Math.abs(a.x + a.width - b.x - b.width)
      })
      .toBeLessThan(1)
  })

  it('resizes the common box in one step, snapped to neighbours', async () => {
    const frame = page.locator('[data-frame]')
    const handle = frame.locator('[data-handle=sw]')
    const [round, text, date, at] = [
      await boxOf(frame),
      await boxOf(field(/^Texto,/)),
      await boxOf(field(/^Fecha,/)),
      await boxOf(handle),
    ]
    await drag(handle, { x: at.x - 100, y: at.y + 60 }, false)
    await page.getByText(/^\d+ × \d+ pt$/).waitFor()
    await look(page, 'editor-varios-tamano')
    await page.mouse.up()
    await expect.poll(async () => (await boxOf(frame)).width).toBeGreaterThan(round.width + 80)
    const wider = (await boxOf(frame)).width / round.width
    expect((await boxOf(field(/^Texto,/))).width / text.width).toBeCloseTo(wider, 1)
    expect((await boxOf(field(/^Fecha,/))).width / date.width).toBeCloseTo(wider, 1)
    // Right alignment is kept.
    const [a, b] = [await boxOf(field(/^Texto,/)), await boxOf(field(/^Fecha,/))]
    expect(Math.abs(a.x + a.width - b.x - b.width)).toBeLessThan(1)
    await press('Control+z')
    await expect.poll(async () => Math.abs((await boxOf(field(/^Texto,/))).width - text.width)).toBeLessThan(1)
    await expect.poll(async () => Math.abs((await boxOf(field(/^Fecha,/))).width - date.width)).toBeLessThan(1)
  })

  it('copies them to the second page', async () => {
    await press('Control+c')
    await button(words.goToPage(2, 0)).click()
    await see(words.inPage(2))
    await page.getByRole('region', { name: words.canvas }).focus()
    await press('Control+v')
    await field(/página 2/)
      .first()
      .waitFor()
    await expect.poll(() => field(/página 2/).count()).toBe(2)
  })

  it('shows a preview', async () => {
    await button(words.preview).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: words.pageAlt(1, 2) }).waitFor()
    await look(page, 'editor-vista')
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('asks before leaving, renames in place, and saves a version', async () => {
    await see(words.unsaved(1))
    await button(words.back).click()
    await page.getByRole('dialog', { name: words.leaveTitle }).waitFor()
    await look(page, 'editor-salir')
    await button(words.stay).click()
    await button(words.rename).click()
    await page.getByRole('textbox', { name: words.name }).fill('Acta final')
    await press('Enter')
    await page.getByRole('heading', { name: 'Acta final' }).waitFor()
    await button(words.save).click()
    await see(/versión 3$/)
    const template = await saved(id)
    expect(template).toMatchObject({ name: 'Acta final', version: 3 })
    expect(template.fields.map(({ type, page: on }) => [type, on])).toEqual([
      ['text', 1],
      ['date', 1],
      ['text', 2],
      ['date', 2],
    ])
    expect(new Set(template.fields.map(({ key }) => key)).size).toBe(4)
  })

  it('restores unsaved changes after a crash', async () => {
    await button(words.goToPage(1, 2)).click()
    await field(/^Texto, texto, página 1/).click()
    await press('Delete')
    await see(words.unsaved(3))
    await expect.poll(() => keptDrafts()).toBe(1)
    const before = page
    page = await context.newPage()
    const earlier = faults()
    const later = watch(page)
    faults = () => [...earlier, ...later()]
    await before.close({ runBeforeUnload: false })
    await open(id)
    await see(words.draftTitle)
    await expect.poll(() => fields().count()).toBe(3)
    await look(page, 'editor-recuperado')
    await button(words.discard).click()
    await expect.poll(() => fields().count()).toBe(4)
  })

  it('shows an older version and restores it as the newest', async () => {
    await button(words.moreTools).click()
    await page.getByRole('menuitem', { name: words.versions }).click()
    await see(t.templates.version(1))
    await look(page, 'editor-versiones')
    await button(t.templates.seeVersion(1)).click()
    await see(words.viewing(1))
    await expect.poll(() => fields().count()).toBe(0)
    await look(page, 'editor-version-anterior')
    await button(words.restore).click()
    await see(/versión 4$/)
    expect((await saved(id)).fields).toEqual([])
    await button(words.undo).click()
    await expect.poll(() => fields().count()).toBe(4)
    await button(words.save).click()
    await see(/versión 5$/)
  })

  it("resolves a conflict with another user's save", async () => {
    const { version, name, pdf_path, fields: theirs } = await saved(id)
    await field(/^Fecha, fecha, página 1/).click()
    await press('ArrowRight')
    await call(context, foja.origin, 'save_template/', { id, version, name, pdf_path, fields: theirs.slice(1) })
    await button(words.save).click()
    await page.getByRole('dialog', { name: words.staleTitle(6) }).waitFor()
    await look(page, 'editor-otra-version')
    await button(words.staleMine(7)).click()
    await see(/versión 7$/)
    expect((await saved(id)).fields).toHaveLength(4)
  })
})

describe('field order and pages in the template editor', () => {
  const style = { font: 'inter', size: 11, align: 'left', color: '#000000', overflow: 'shrink' } as const
  const text = (key: string, y: number): TemplateField => ({
    key,
    label: key,
    type: 'text',
    required: false,
    style,
    page: 1,
    x: 80,
    y,
    width: 120,
    height: 20,
  })
  const rows = () => page.locator('[data-row]')
  const order = async () => [await rows().allInnerTexts(), await fields().evaluateAll(labels)]
  const labels = (found: { getAttribute: (name: string) => string | null }[]) =>
    found.map((one) => one.getAttribute('aria-label')?.split(',')[0])
  const both = (...names: string[]) => [names, names]
  const grip = (at: number) => rows().nth(at).locator('[aria-hidden].cursor-move')
  let id = ''

  it('a row, or several, is dragged to its place in the order', async () => {
    id = (
      await makeTemplate(
        'Acta en orden',
        ['uno', 'dos', 'tres', 'cuatro'].map((key, at) => text(key, 80 + 60 * at)),
      )
    ).id
    await open(id)
    expect(await order()).toEqual(both('uno', 'dos', 'tres', 'cuatro'))
    const top = await boxOf(rows().nth(0))
    await drag(grip(2), { x: top.x + 60, y: top.y + 6 }, false)
    await look(page, 'editor-orden')
    await page.mouse.up()
    await expect.poll(order).toEqual(both('tres', 'uno', 'dos', 'cuatro'))
    await rows().nth(0).click()
    await rows()
      .nth(2)
      .click({ modifiers: ['Shift'] })
    const last = await boxOf(rows().nth(3))
    await drag(grip(0), { x: last.x + 60, y: last.y + last.height + 12 })
    await expect.poll(order).toEqual(both('uno', 'cuatro', 'tres', 'dos'))
    await press('Control+z')
    await press('Control+z')
    await expect.poll(order).toEqual(both('uno', 'dos', 'tres', 'cuatro'))
    // Dropped outside the list nothing changes.
    await drag(grip(0), { x: top.x + 60, y: top.y + 4 })
    await expect.poll(order).toEqual(both('uno', 'dos', 'tres', 'cuatro'))
  })

  it('a field is dragged to the next page: the pages scroll at the edge', async () => {
    const moved = field(/^dos, texto/)
    await moved.click()
    const scroller = await boxOf(page.getByRole('region', { name: words.canvas }))
    await drag(moved, { x: scroller.x + scroller.width / 2, y: scroller.y + scroller.height - 6 }, false)
    await expect.poll(async () => (await boxOf(paper(2))).y).toBeLessThan(scroller.y + 200)
    // Away from the edge scrolling stops.
    await page.mouse.move(scroller.x + scroller.width / 2, scroller.y + scroller.height / 2, { steps: 4 })
    await paper(2).evaluate(untilAtRest)
    const { x, y, width } = await boxOf(paper(2))
    await page.mouse.move(x + width / 2, y + 260, { steps: 4 })
    await look(page, 'editor-otra-pagina')
    await page.mouse.up()
    await field(/^dos, texto, página 2/).waitFor()
    await expect.poll(() => focusedOn(page)).toMatch(/^dos, texto, página 2/)
    const [box, sheet] = [await boxOf(field(/^dos,/)), await boxOf(paper(2))]
    expect(Math.abs(box.y + box.height / 2 - sheet.y - 260)).toBeLessThan(8)
    await button(words.save).click()
    await see(/versión 2$/)
    expect((await saved(id)).fields.map(({ key, page: on }) => [key, on])).toEqual([
      ['uno', 1],
      ['dos', 2],
      ['tres', 1],
      ['cuatro', 1],
    ])
    await button(words.undo).click()
    await field(/^dos, texto, página 1/).waitFor()
  })
})

describe('template editor by keyboard alone', () => {
  it('goes from the list to the saved version', async () => {
    const { id } = await makeTemplate('Acta con el teclado')
    await page.goto(`${foja.origin}/plantillas`)
    await see('Acta con el teclado')
    await untilQuiet(page)
    await tabTo(page, 'Acta con el teclado')
    await press('Enter')
    await page.getByRole('region', { name: words.canvas }).waitFor()
    await untilQuiet(page)
    await tabTo(page, words.addField('date'))
    await press('Enter')
    await expect.poll(() => focusedOn(page)).toMatch(/^Fecha, fecha, página 1/)
    const [, left] = /x (\d+)/.exec(await focusedOn(page)) ?? []
    await press('Shift+ArrowRight')
    await press('ArrowRight')
    await press('Alt+Shift+ArrowRight')
    await expect.poll(() => focusedOn(page)).toContain(`x ${Number(left) + 11},`)
    await press('Enter')
    await expect.poll(() => focusedOn(page)).toMatch(new RegExp(`^${words.label}`))
    await press('Control+a')
    await page.keyboard.type('Fecha del acta')
    await tabTo(page, words.today)
    await press('Space')
    await press('Escape')
    await expect.poll(() => focusedOn(page)).toMatch(/^Fecha del acta, fecha, página 1/)
    await press('Control+d')
    await press('Control+d')
    await expect.poll(() => fields().count()).toBe(3)
    await press('Control+z')
    await expect.poll(() => fields().count()).toBe(2)
    await page.getByRole('region', { name: words.canvas }).locator('[tabindex="0"][data-field]').waitFor()
    await press('Control+a')
    await see(words.manyTitle(2))
    await look(page, 'editor-teclado')
    await press('Control+s')
    await see(/versión 2$/)
    const { fields: kept } = await saved(id)
    expect(kept.map(({ key, label, binding }) => [key, label, binding])).toEqual([
      ['fecha_del_acta', 'Fecha del acta', 'hoy'],
      ['fecha_del_acta_2', 'Fecha del acta', 'hoy'],
    ])
    expect(kept[0]).toMatchObject({ x: Number(left) + 11 })
    expect(kept[1]!.x - kept[0]!.x).toBe(10)
  })
})

/** Controls smaller than a touch target of 44 px, by name: measured by what responds around their middle. */
const smallControls = (on: Page, parts: string) =>
  on.evaluate(`(() => {
    const shell = ${JSON.stringify([t.app.search, t.notices.title])}
    const controls = [...document.querySelectorAll(${JSON.stringify(parts)})].flatMap((part) => [
      ...part.querySelectorAll('button:enabled, input, textarea, [data-row], [role^=menuitem]'),
    ])
    const nameOf = (control) => control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent
    return controls.filter((control) => {
      control.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const answers = ([x, y]) => {
        const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
        const label = hit?.closest('label')
        return control.contains(hit) || label?.control === control || label?.contains(control) === true
      }
      const isSeen = width > 0 && getComputedStyle(control).visibility === 'visible'
      return isSeen && !shell.includes(nameOf(control)) && ![[-21, 0], [21, 0], [0, -21], [0, 21]].every(answers)
    }).map(nameOf)
  })()`) as Promise<string[]>

/** A touch drag between two places of the window. */
async function slide(on: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  const cdp = await on.context().newCDPSession(on)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * at, y: from.y + by.y * at }],
    })
  await touch('touchStart', 0)
  for (const at of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', at)
  await touch('touchEnd', 1)
  await cdp.detach()
}

describe('template editor on other devices', () => {
  const style = { font: 'inter', size: 11, align: 'left', color: '#000000', overflow: 'shrink' } as const
  const rect = { page: 1, x: 100, y: 100, width: 120, height: 20 }
  const one: TemplateField = { key: 'uno', label: 'Uno', type: 'text', required: false, style, ...rect }
  const two: TemplateField = { ...one, key: 'dos', label: 'Dos', type: 'signature', y: 200, width: 260, height: 180 }
  let id = ''

  /** The same template and user on another device. */
  const at = async (options: object, act: (on: Page) => Promise<void>) => {
    const other = await browser.newContext({ ...options, storageState: await context.storageState() })
    const on = await other.newPage()
    watch(on)
    await on.goto(`${foja.origin}/plantillas/${id}`)
    await on.locator('[data-field]').first().waitFor()
    await act(on)
    await other.close()
  }
  const tablet = { ...desktop, viewport: { width: 1024, height: 768 }, hasTouch: true }

  it('every control of a tablet is large enough for touch', async () => {
    id = (await makeTemplate('Acta con los dedos', [one, two])).id
    await at(tablet, async (on) => {
      const tap = (name: string) => on.getByRole('button', { name, exact: true }).tap()
      await look(on, 'editor-tableta')
      expect(await smallControls(on, 'header, main')).toEqual([])
      await tap(words.moreTools)
      await on.getByRole('menu').waitFor()
      await look(on, 'editor-tableta-menu', '[role=menu]')
      expect(await smallControls(on, '[role=menu]')).toEqual([])
      await on.keyboard.press('Escape')
      await on.getByRole('menu').waitFor({ state: 'detached' })
      await on.locator('[data-field]').first().tap()
      await tap(words.properties)
      await on.getByRole('textbox', { name: words.label }).waitFor()
      await look(on, 'editor-tableta-propiedades')
      expect(await smallControls(on, 'header, main')).toEqual([])
      await tap(words.several)
      await on.locator('[data-field]').last().tap()
      await on.getByRole('heading', { name: words.manyTitle(2) }).waitFor()
      await look(on, 'editor-tableta-varios')
      expect(await smallControls(on, 'header, main')).toEqual([])
      await on.getByRole('button', { name: words.align.left }).tap()
      await on.getByRole('button', { name: words.align.right }).tap()
      await tap(words.back)
      await on.getByRole('dialog', { name: words.leaveTitle }).waitFor()
      await look(on, 'editor-tableta-salir')
      expect(await smallControls(on, '[role=dialog]')).toEqual([])
    })
  })

  it('touch moves the selection and resizes it by outer handles', async () => {
    await at(tablet, async (on) => {
      const middle = async (locator: Locator, x = 0, y = 0) => {
        const box = await boxOf(locator)
        return { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y }
      }
      const [small, large] = [on.locator('[data-field]').first(), on.locator('[data-field]').last()]
      await small.tap()
      // A low field has no side handles: they would cover the area that moves it.
      await expect.poll(() => on.locator('[data-handle]').filter({ visible: true }).count()).toBe(6)
      const before = await boxOf(small)
      await slide(on, await middle(small), { x: 60, y: 40 })
      await expect.poll(async () => (await boxOf(small)).x).toBeGreaterThan(before.x + 40)
      expect(Math.abs((await boxOf(small)).width - before.width)).toBeLessThan(1)
      await large.tap()
      await expect.poll(() => on.locator('[data-handle]').filter({ visible: true }).count()).toBe(8)
      const was = await boxOf(large)
      await slide(on, await middle(large.locator('[data-handle=se]'), 20, 20), { x: 50, y: 30 })
      await expect.poll(async () => (await boxOf(large)).width).toBeGreaterThan(was.width + 30)
      expect(Math.abs((await boxOf(large)).x - was.x)).toBeLessThan(1)
    })
  })

  it('a portrait tablet has the tools below the pages, and whole pages', async () => {
    await at({ ...tablet, viewport: { width: 768, height: 1024 }, colorScheme: 'dark' }, async (on) => {
      await look(on, 'editor-tableta-vertical')
      const paper = await boxOf(on.locator('[data-page="1"]').first())
      const scroller = await boxOf(on.getByRole('region', { name: words.canvas }))
      expect(paper.x + paper.width).toBeLessThanOrEqual(scroller.x + scroller.width)
      expect((await boxOf(on.getByRole('toolbar', { name: words.tools }))).y).toBeGreaterThan(paper.y)
      expect(await smallControls(on, 'header, main')).toEqual([])
    })
  })

  it('a phone shows and previews', async () => {
    await at(phone, async (on) => {
      await on.getByText(words.phoneText).waitFor()
      expect(await on.getByRole('button', { name: words.addField('text') }).count()).toBe(0)
      await look(on, 'editor-movil')
      await on.getByRole('button', { name: words.preview }).tap()
      await on
        .getByRole('dialog')
        .getByRole('img', { name: words.pageAlt(1, 2) })
        .waitFor()
      await look(on, 'editor-movil-vista')
    })
  })

  it('causes no unexpected error in the browser', () => {
    // The refused save, due to the conflict.
    expect(faults().filter((fault) => !fault.includes('status of 400'))).toEqual([])
  })
})
