/** Libraries that electron-builder brings along and that the packing tests look at its results with. */
import { createRequire } from 'node:module';

const installed = createRequire(import.meta.url);
const builder = createRequire(installed.resolve('electron-builder/package.json'));

/** A resource of a PE file. */
export interface ResourceEntry {
  type: string | number;
  id: string | number;
  lang: string | number;
  codepage: string | number;
  bin: ArrayBuffer;
}

/** The part of resedit (PE files and their resources) that is used here. */
interface ResEdit {
  NtExecutable: {
    createEmpty(is32Bit: boolean, isDLL: boolean): unknown;
    from(binary: ArrayBuffer | Buffer): unknown;
  };
  NtExecutableResource: {
    from(executable: unknown): { entries: ResourceEntry[]; outputResource(executable: unknown): void };
  };
  Resource: {
    VersionInfo: {
      create(parameters: object): { outputToResourceEntries(entries: ResourceEntry[]): void };
      fromEntries(entries: readonly ResourceEntry[]): {
        getAllLanguagesForStringValues(): { lang: number; codepage: number }[];
        getStringValues(language: object): Record<string, string>;
      }[];
    };
  };
}

/** A file in the header of an asar (electron/asar, README, "Format"). */
export interface AsarFile {
  size: number;
  offset?: string;
  unpacked?: boolean;
  link?: string;
  integrity?: { algorithm: string; hash: string; blockSize: number; blocks: string[] };
}
export interface AsarFolder {
  files: Record<string, AsarFile | AsarFolder>;
}

interface Asar {
  getRawHeader(archive: string): { header: AsarFolder; headerString: string; headerSize: number };
}

interface Builder {
  build(options: object): Promise<string[]>;
}

interface ConfigModule {
  getConfig(projectDir: string, configPath: string | null, options: object | null): Promise<object>;
  validateConfiguration(config: object, debugLogger: { isEnabled: boolean }): Promise<void>;
}

export const resedit: ResEdit = builder('resedit');
export const asar: Asar = builder('@electron/asar');
export const plist: { build(value: object): string; parse(text: string): unknown } = builder('plist');
export const electronBuilder: Builder = builder('electron-builder');
/** How electron-builder reads and checks a configuration: against its own schema (app-builder-lib/scheme.json). */
export const builderConfig: ConfigModule = builder('app-builder-lib/out/util/config/config.js');
