@echo off
rem The command line of the installed app. A command script waits for a program with windows; a console does not (cmd /?, start).
"%~dp0..\Trip Kit Desktop.exe" --headless %*
exit /b %ERRORLEVEL%
