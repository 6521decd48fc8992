/** The header data of an image file. */
export type ImageHead = {
  /** In pixels, as displayed: after applying `orientation`. */
  width: number
  height: number
  /**
   * Orientation of the stored pixels (EXIF 2.32, tag 0x0112), from 1 (unchanged) to 8; 5 to 8 swap width and height.
   * PDF ignores it, so the code that draws the image rotates it. PNG: always 1.
   */
  orientation: number
}

/** An image as given: the file itself, not decoded. */
export type ImageValue = ImageHead & { format: 'png' | 'jpeg'; bytes: Uint8Array }

/**
 * A checked value: texts, choices and QR contents as given; a number as text with a decimal point; a date as
 * `2026-11-20`; a checkbox as a boolean; an image as its file.
 */
export type FieldValue = string | boolean | ImageValue
