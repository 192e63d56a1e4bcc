import { appWords } from '../design/words.ts';
import { SearchButton } from '../search/search-button.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** The bar above the library and set-up. */
export function TopBar() {
  return (
    <header className="top-bar">
      <a className="top-bar__skip" href="#content">
        {appWords.skipToContent}
      </a>
      <svg className="top-bar__mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M3 19.5L21 12 3 4.5l3.4 7.5z" />
      </svg>
      <p className="top-bar__name">{appWords.name}</p>
      <div className="top-bar__end">
        <SearchButton />
        <ProfileMenu />
      </div>
    </header>
  );
}
