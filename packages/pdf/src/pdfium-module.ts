import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

let compiling: Promise<WebAssembly.Module> | null = null

/** The engine, compiled once per process: threads instantiate the module. */
export function compiledPdfium(): Promise<WebAssembly.Module> {
  compiling ??= compile()
  return compiling
}

async function compile(): Promise<WebAssembly.Module> {
  const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  return WebAssembly.compile(await readFile(wasm))
}
