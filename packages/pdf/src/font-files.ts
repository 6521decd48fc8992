import { fileURLToPath } from 'node:url'
import type { Face } from '@foja/forms/faces'

/**
 * The TrueType files embedded as subsets in filled PDFs: Inter (SIL Open Font License 1.1) and, for characters that
 * Inter lacks, DejaVu Sans (Bitstream Vera licence, changes in the public domain). Both allow embedding.
 * `tools/font-metrics.ts` generates the layout's tables from these files.
 */
export const fontFiles: Record<Face, string> = {
  inter: resolve(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  inter_bold: resolve(import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
  dejavu: resolve(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  dejavu_bold: resolve(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}

function resolve(url: string): string {
  return fileURLToPath(url)
}
