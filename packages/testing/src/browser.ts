import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const require = createRequire(import.meta.url)

/**
 * Flags: no network calls of its own, no sandbox (containers and root have no user namespaces); web security stays on.
 */
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--font-render-hinting=none',
  '--disable-dev-shm-usage',
]

type Installed = { executable: string; libraries: string; fonts: string }

const fontFiles = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold', 'DejaVuSerif']

/**
 * Fonts as on any desktop: the package's own settings name missing folders, and a browser without fonts gives text no
 * width and stops at the first character that the page's own fonts lack.
 */
async function addFonts(unfinished: string, folder: string): Promise<void> {
  const fonts = dirname(require.resolve('dejavu-fonts-ttf/package.json'))
  for (const name of fontFiles) {
    await copyFile(join(fonts, 'ttf', `${name}.ttf`), join(unfinished, 'fonts', 'fonts', `${name}.ttf`))
  }
  const alias = (family: string, font: string) =>
    `<alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts', 'cache')}</cachedir>
  ${alias('sans-serif', 'DejaVu Sans')}
  ${alias('serif', 'DejaVu Serif')}
  ${alias('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`
  await writeFile(join(unfinished, 'fonts', 'fonts.conf'), settings)
}

/**
 * Unpacks the Chromium of the npm package `@sparticuz/chromium`, once per user and version, into the temporary folder.
 * It is renamed when complete, so that parallel runs never see half a browser.
 */
async function unpackChromium(): Promise<Installed> {
  const packageFolder = dirname(dirname(require.resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(tmpdir(), `foja-chromium-${version}-dejavu-${userInfo().uid}`)
  const installed = {
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  }
  if (existsSync(folder)) return installed

  const unfinished = `${folder}.${randomBytes(6).toString('hex')}`
  await mkdir(unfinished, { recursive: true })
  const formerTmp = process.env['TMPDIR']
  // The package unpacks into os.tmpdir(), which reads this variable at each call.
  process.env['TMPDIR'] = unfinished
  try {
    const { inflate } = await import('@sparticuz/chromium')
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      await inflate(join(packageFolder, 'bin', name))
    }
  } finally {
    if (formerTmp === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = formerTmp
  }
  await addFonts(unfinished, folder)
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return installed
}

/** Milliseconds that an action or a wait in a page may take: a busy machine is slow, and only a failure waits so long. */
const patience = 120_000

/** How to launch a headless Chromium: the npm package's on Linux x64, the installed Chrome or Edge elsewhere. */
export async function browserOptions(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { channel: process.platform === 'win32' ? 'msedge' : 'chrome', args: flags }
  }
  const { executable, libraries, fonts } = await unpackChromium()
  return {
    executablePath: executable,
    args: flags,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_PATH: fonts,
      // Without a system locale it would name downloads with accents «download».
      LC_ALL: 'C.UTF-8',
    },
  }
}

/** Starts it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(await browserOptions())
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(patience)
    return context
  }
  return browser
}
