/**
 * TIFF block of EXIF that says nothing but how a picture is turned (1 to 8): big endian, one directory with one entry
 * (0x0112, a short), no next directory.
 */
export const orientationTiff = (orientation: number): Buffer =>
  Buffer.from([
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08],
    ...[0x00, 0x01, 0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00],
    ...[0x00, 0x00, 0x00, 0x00],
  ])

/** Whether a picture is not shown as its pixels are stored. */
export const isTurned = (orientation: number): boolean => orientation >= 2 && orientation <= 8
