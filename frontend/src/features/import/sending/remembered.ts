import type { UploadOptions, Upload } from "tus-js-client"

type UrlStorage = NonNullable<UploadOptions["urlStorage"]>
type Previous = Awaited<ReturnType<Upload["findPreviousUploads"]>>[number]

const PREFIX = "attune-upload:"

/** What tells a file from others without its name, which may be a person's. */
export const fingerprintOf = (slug: string, { size, lastModified }: File): string => `${slug}:${size}:${lastModified}`

/**
 * Where each file on its way is sent to, kept in this browser over a crash. The library's own storage would keep the
 * names of files too.
 */
export const remembered: UrlStorage = {
  findAllUploads: () => Promise.resolve([]),
  findUploadsByFingerprint: (fingerprint) => Promise.resolve(previous(PREFIX + fingerprint)),
  removeUpload: (key) => Promise.resolve(localStorage.removeItem(key)),
  addUpload: (fingerprint, { uploadUrl }) => {
    const key = PREFIX + fingerprint
    if (uploadUrl) localStorage.setItem(key, uploadUrl)
    return Promise.resolve(key)
  },
}

export const forget = (slug: string, file: File): void => localStorage.removeItem(PREFIX + fingerprintOf(slug, file))

function previous(key: string): Previous[] {
  const uploadUrl = localStorage.getItem(key)
  if (!uploadUrl) return []
  return [{ uploadUrl, urlStorageKey: key, size: null, metadata: {}, creationTime: "", parallelUploadUrls: null }]
}
