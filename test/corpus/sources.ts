/** Where the corpus comes from: documents that nobody of this project made. */

export interface Source {
  /** Folder name in the cache. */
  name: string;
  kind: 'debian-package' | 'debian-source' | 'npm';
  /** What the package manager calls it; of npm with its version. */
  item: string;
  why: string;
}

export const sources: readonly Source[] = [
  {
    name: 'qpdf',
    kind: 'debian-source',
    item: 'qpdf',
    why: "qpdf's test suite: damaged, odd and encrypted files",
  },
  { name: 'pikepdf', kind: 'debian-source', item: 'pikepdf', why: 'test resources of pikepdf' },
  { name: 'pypdf', kind: 'debian-source', item: 'pypdf', why: 'test resources of pypdf' },
  {
    name: 'pdfminer',
    kind: 'debian-source',
    item: 'pdfminer',
    why: 'samples of pdfminer: CJK, fonts, forms',
  },
  { name: 'pdfbox', kind: 'debian-source', item: 'libpdfbox2-java', why: 'test resources of Apache PDFBox' },
  {
    name: 'pdfjs',
    kind: 'debian-source',
    item: 'pdf.js',
    why: "pdf.js's own documents, as far as Debian has them",
  },
  { name: 'ghostscript', kind: 'debian-source', item: 'ghostscript', why: 'examples of Ghostscript' },
  { name: 'pdf-parse', kind: 'npm', item: 'pdf-parse@1.1.1', why: 'papers, and one that is no PDF' },
  { name: 'gnuplot', kind: 'debian-package', item: 'gnuplot-doc', why: 'manual with plots' },
  { name: 'asymptote', kind: 'debian-package', item: 'asymptote-doc', why: 'vector graphics, shadings, 3D' },
  {
    name: 'lilypond',
    kind: 'debian-package',
    item: 'lilypond-doc-pdf',
    why: 'manuals of 900 pages full of scores',
  },
  { name: 'octave', kind: 'debian-package', item: 'octave-doc', why: 'manual of 1,000 pages' },
  { name: 'r', kind: 'debian-package', item: 'r-doc-pdf', why: 'manuals of up to 4,000 pages' },
  { name: 'gri', kind: 'debian-package', item: 'gri-pdf-doc', why: 'scientific graphics' },
  { name: 'siscone', kind: 'debian-package', item: 'siscone-doc-pdf', why: 'doxygen reference' },
  {
    name: 'live',
    kind: 'debian-package',
    item: 'live-manual-pdf',
    why: 'manual in ten languages and scripts',
  },
  { name: 'why3', kind: 'debian-package', item: 'why3-doc-pdf', why: 'book set by LaTeX' },
  {
    name: 'pgf',
    kind: 'debian-package',
    item: 'texlive-pictures-doc',
    why: 'pgfmanual and its like: the large vector manuals',
  },
];
