import { useEffect, useRef, useState } from 'react';

/** The stored picture of a page, until it is painted. Where there is none, nothing is shown. */
export function PagePoster({ url }: { url: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const image = picture.current;
    // Chromium keeps the pixels of a picture that merely left the page, in memory that no collection frees.
    return () => image?.removeAttribute('src');
  }, []);
  return broken === url ? null : (
    <img
      ref={picture}
      className="page__poster"
      src={url}
      alt=""
      decoding="sync"
      fetchPriority="high"
      draggable={false}
      onLoad={(event) => {
        event.currentTarget.dataset.loaded = 'true';
      }}
      onError={() => setBroken(url)}
    />
  );
}
