/** What the head of an image file tells. */
export type ImageHead = {
  /** In pixels, as it is looked at: turned as `orientation` says. */
  width: number
  height: number
  /**
   * How the stored pixels are turned before they are looked at (EXIF 2.32, tag 0x0112), from 1 (as they are) to 8; of 5
   * to 8, width and height change places. A PDF knows nothing of it: whoever draws the image turns it. PNG: always 1.
   */
  orientation: number
}

/** An image as it was given: the file itself, not decoded. */
export type ImageValue = ImageHead & { format: 'png' | 'jpeg'; bytes: Uint8Array }

/**
 * What a field holds after it was checked: texts, choices and the content of QR codes as they are; a number as text with
 * a decimal point; a date as `2026-11-20`; a checkbox as true or false; an image as its file.
 */
export type FieldValue = string | boolean | ImageValue
